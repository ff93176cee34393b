// VERDICT: unsafe. A struct that is copied into a union changes the other members of it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define N 1000
int a[N];
struct pair { int x, y; };
union both { struct pair pair; long long word; } u;
int main(void) {
  struct pair p = {1, 2};
  u.word = 9;
  u.pair = p;
  for (int i = 0; i < N; i++) a[i] = u.word != 9;
  for (int i = 0; i < N; i++) if (a[i]) { reach_error(); abort(); }
  return 0;
}
