/* run: --function f --check bounds; unsafe: a[n] is set, and assigns ends at a[n - 1]; n == 1, a[1] == 1 */
/*@ requires 1 <= n <= 100; requires \valid(a + (0 .. n)); assigns a[0 .. n - 1]; */
void f(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = 0; }
