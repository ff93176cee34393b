// VERDICT: unsafe. cur.value becomes nodes[0].value, 5. Lost if the fields are copied one by one with the index cur.next read anew each time: cur.next is the first that changes.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
struct node { int next; int value; };
struct node nodes[N]; int b[N];
int main(void) {
  int i;
  struct node cur;
  nodes[0].next = 1;
  nodes[0].value = 5;
  cur.next = 0; cur.value = 0;
  cur = nodes[cur.next];
  for (i = 0; i < N; i++) b[i] = cur.value;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
