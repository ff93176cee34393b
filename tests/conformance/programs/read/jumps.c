#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int count, trace;

static int forward(int x) {
  int result = -1, tries = 0;
  if (x < 0)
    goto out;
  trace = trace * 3 + 1;
  if (x > 100) {
    trace = trace * 3 + 2;
    goto big;
  }
  result = x;
  goto out;
big:
  result = 100;
again:
  tries++;
  if (tries < 3)
    goto again;
out:
  count += tries;
  return result;
}

static int back(int n) {
  int sum = 0, i = 0;
next:
  if (i >= n)
    goto done;
  sum += i;
  i++;
  goto next;
done:
  return sum;
}

static int nested(int n) {
  int i, j, found = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) {
      if (i * j == 12)
        goto found;
      if (j > i)
        goto next;
      count++;
    }
  next:;
  }
  goto out;
found:
  found = i * 100 + j;
out:
  return found;
}

static int two(int n) {
  int a = 0, b = 0;
outer:
  a++;
inner:
  b++;
  if (b % 3)
    goto inner;
  if (a < n)
    goto outer;
  if (b < 20)
    goto inner;
  return a * 100 + b;
}

static int in_loop_test(int n) {
  int i = 0;
  while (i++ < n) {
    if (i == 3)
      goto out;
  }
  i += 50;
out:
  return i;
}

static int after_switch(int x) {
  int r = 0;
retry:
  switch (x) {
  case 0:
    r += 1;
    break;
  case 1:
    r += 10;
    x = 0;
    goto retry;
  default:
    goto fail;
  }
  return r;
fail:
  return -1;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(forward(-5) == -1);
  assert(forward(7) == 7);
  assert(forward(700) == 100);
  assert(forward(x) <= 100);
  assert(back(10) == 45);
  assert(back(0) == 0);
  assert(nested(3) == 0);
  assert(nested(9) == 206 || nested(9) == 403);
  assert(two(4) > 0);
  assert(in_loop_test(10) == 3);
  assert(in_loop_test(2) == 53);
  assert(after_switch(1) == 11);
  assert(after_switch(0) == 1);
  assert(after_switch(2) == -1);
  assert(count + trace == x);
  return 0;
}
