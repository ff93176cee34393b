// VERDICT: safe. A helper gets a pointer to one element.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "struct_element_parameter.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

struct range {
  int from;
  int to;
};

struct range r[N];

static void normalise(struct range *it) {
  if (it->from > it->to) {
    int t = it->from;
    it->from = it->to;
    it->to = t;
  }
}

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    r[i].from = __VERIFIER_nondet_int();
    r[i].to = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++)
    normalise(&r[i]);
  for (i = 0; i < N; i++)
    __VERIFIER_assert(r[i].from <= r[i].to);
  return 0;
}
