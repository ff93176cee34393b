/* run: --function f; safe */
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)); assigns \nothing; ensures \result >= 0; */
int f(const int *a, int n) { int c = 0; for (int i = 0; i < n; i++) c += a[i] == 3; return c; }
