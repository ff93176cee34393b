/* run: --function f; unsafe: `check ensures` is checked like any other; x == 3 */
/*@ requires 0 <= x <= 9; check ensures \result >= 0; */
int f(int x) { return x == 3 ? -1 : x; }
