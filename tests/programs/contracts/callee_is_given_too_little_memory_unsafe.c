/* run: --check bounds; unsafe: b has 5 elements, and z requires 10 */
/*@ requires \valid(a + (0 .. n - 1)); requires n == 10; assigns a[0 .. n - 1]; */
void z(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
int main(void) { int b[5]; z(b, 10); return b[0]; }
