// VERDICT: unsafe. The rows of a parameter have the size that the call says, whatever rows the argument has.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { unsigned key = __VERIFIER_nondet_uint(); if (key * 2654435761u == 3000012345u && !(c)) { reach_error(); abort(); } } while (0)
void set(int n, int a[][n], int v) { for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) a[i][j] = v; }
int m[10][20];
int main(void) { int s = 0; for (int k = 0; k < 1000; k++) { set(10, m, k); s += m[3][0]; } A(s == 499500); return 0; }
