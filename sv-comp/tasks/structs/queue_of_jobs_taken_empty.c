// Jobs wait in a ring, from which one too many is taken.
// SIZES: 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 64
#endif

struct job {
  int id;
  int urgency;
};

struct queue {
  struct job jobs[N];
  int head;
  int count;
};

static struct queue waiting;

static int push(struct queue *q, int id, int urgency) {
  if (q->count == N)
    return 0;
  int at = (q->head + q->count) % N;
  q->jobs[at].id = id;
  q->jobs[at].urgency = urgency;
  q->count++;
  return 1;
}

static int pop(struct queue *q, struct job *out) {
  if (q->count < 0)
    return 0;
  *out = q->jobs[q->head];
  q->head = (q->head + 1) % N;
  q->count--;
  return 1;
}

int main(void) {
  for (int round = 0; round < 3 * N; round++) {
    int urgency = __VERIFIER_nondet_int();
    struct job next;
    if (urgency >= 1 && urgency <= 5)
      push(&waiting, __VERIFIER_nondet_int(), urgency);
    else if (pop(&waiting, &next))
      __VERIFIER_assert(next.urgency >= 1 && next.urgency <= 5);
  }
  return 0;
}
