// VERDICT: unsafe. A packed struct has no padding.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
struct __attribute__((packed)) s { char c; int i; };
int main(void) {
  for (int i = 0; i < N; i++) a[i] = sizeof(struct s);
  for (int i = 0; i < N; i++) if (a[i] == 5) { reach_error(); abort(); }
  return 0;
}
