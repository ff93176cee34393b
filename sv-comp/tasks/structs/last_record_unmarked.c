// Every record is marked as done.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "last_record_unmarked.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 100000
#endif

typedef struct {
  int id;
  _Bool done;
} job_t;

job_t jobs[N];

static void finish(job_t *from, const job_t *last) {
  for (; from < last; from++)
    from->done = 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    jobs[i].id = i;
  finish(jobs, &jobs[N - 1]);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(jobs[i].done);
  return 0;
}
