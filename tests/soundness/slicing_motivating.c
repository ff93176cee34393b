// VERDICT: safe. Two large functions decide whether the assertion is reached, and nothing of what it looks at: the
// value slice leaves u and k, with the conditions that decide their values.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }

#ifndef N
#define N 100000
#endif

static int samples[N], histogram[256], alarms;

/* How many steps a number takes to come down to 1, over a table that is filled on the way. */
static int settle(int start)
{
  int steps = 0;
  long value = start < 0 ? -(long)start : start;
  while (value > 1 && steps < N) {
    samples[steps] = (int)(value % 1000);
    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    steps++;
  }
  return steps;
}

/* The most frequent sample, with its neighbours smoothed. */
static int loudest(int length)
{
  int best = 0;
  for (int i = 0; i < 256; i++)
    histogram[i] = 0;
  for (int i = 0; i < length; i++)
    histogram[samples[i] & 255]++;
  for (int i = 1; i < 255; i++) {
    histogram[i] = (histogram[i - 1] + histogram[i] + histogram[i + 1]) / 3;
    if (histogram[i] > histogram[best])
      best = i;
  }
  if (histogram[best] > 40)
    alarms++;
  return best;
}

int main(void)
{
  int u = 0, k = 0, level = 0;
  for (k = 0; k < 6; k++) {
    int input = __VERIFIER_nondet_int();
    if (input > 0)
      u = u + 2;
    else
      u = u - 2;
  }
  do {
    int length = settle(__VERIFIER_nondet_int());
    level = loudest(length);
    if (level == 17)
      return 1;
    if (level > 100)
      alarms = alarms + level;
  } while (alarms < 3);
  if (level != 200)
    __VERIFIER_assert(u >= -2 * k && u <= 2 * k && u % 2 == 0);
  return 0;
}
