// VERDICT: unsafe. An array is a pointer behind a comma operator.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
#define A(c) do { if (!(c)) { reach_error(); abort(); } } while (0)
int a[100];
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += sizeof((0, a)); A(s == 400000); return 0; }
