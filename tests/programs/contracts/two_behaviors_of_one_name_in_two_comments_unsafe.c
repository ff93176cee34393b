/* run: --function f; unsafe: x = 1: no call satisfies both assumptions of a */
/*@ behavior a: assumes x >= 0; ensures \result == 1; */
int f(int x);
/*@ behavior a: assumes x < 0; ensures \result == 2; */
int f(int x) { return 3; }
