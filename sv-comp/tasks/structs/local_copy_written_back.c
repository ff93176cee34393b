// A record is changed in a local copy.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

struct task {
  unsigned priority;
  int state;
};

struct task queue[N];

int main(void) {
  for (int i = 0; i < N; i++)
    queue[i].priority = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++) {
    struct task t = queue[i];
    t.state = 1;
    if (t.priority)
      queue[i] = t;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(queue[i].state == 1);
  return 0;
}
