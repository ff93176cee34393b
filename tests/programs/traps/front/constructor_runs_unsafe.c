// VERDICT: unsafe. A constructor runs before main without being called.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
__attribute__((constructor)) static void first(void) { a[3] = 1; }
int main(void) {
  for (int i = 0; i < N; i++) if (a[i]) { reach_error(); abort(); }
  return 0;
}
