/* run: --function f; unsafe: *a is 5 behind the call */
struct S { int *p; };
/*@ requires \valid(a); assigns \nothing; ensures \result == 1; */
int f(int *a) { struct S s; s.p = a; s.p[0] = 5; return 1; }
