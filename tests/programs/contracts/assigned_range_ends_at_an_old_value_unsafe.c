/* run: --function f --globals; unsafe: the range ends at the m of the call, so a[9] is outside of it; m == 1, a[9] == 0 */
int m, a[10];
/*@ requires m == 1; assigns a[0 .. m - 1], m; */
void f(void) { m = 10; a[9] = 1; }
