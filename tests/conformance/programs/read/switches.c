#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int steps;

static int falls(int x) {
  int r = 0;
  switch (x) {
  case 3:
    r += 1000;
  case 2:
    r += 100;
  case 1:
    r += 10;
    if (r > 1000)
      break;
  default:
    r += 1;
    break;
  case -1:
    r = -1;
  case -2:
    r -= 5;
  }
  return r;
}

static int ranges(char c) {
  switch (c) {
  case '0' ... '9':
    return c - '0';
  case 'a' ... 'f':
    return c - 'a' + 10;
  case ' ':
  case '\t':
    break;
  default:
    return -1;
  }
  return -2;
}

static int leaves(int x, int n) {
  int i, sum = 0;
  for (i = 0; i < n; i++) {
    switch ((x + i) & 3) {
    case 0:
      continue;
    case 1:
      if (sum > 20)
        break;
      sum += 2;
    case 2: {
      int k;
      for (k = 0; k < 3; k++) {
        if (k == i)
          break;
        sum++;
      }
      break;
    }
    default:
      switch (i) {
      case 3:
        sum += 7;
        break;
      case 5:
        return -sum;
      }
      steps++;
    }
    sum++;
  }
  return sum;
}

static unsigned wide(unsigned long long x) {
  int before;
  switch (x) {
    int scratch;
  case 0:
    scratch = 5;
    before = scratch + 1;
    break;
  case -1:
    before = 3;
    break;
  default:
    before = 9;
  }
  return before;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(falls(3) == 1110);
  assert(falls(2) == 111);
  assert(falls(1) == 11);
  assert(falls(0) == 1);
  assert(falls(-1) == -6);
  assert(falls(-2) == -5);
  assert(ranges('7') == 7 && ranges('c') == 12 && ranges('\t') == -2 && ranges('g') == -1);
  assert(leaves(x, 9) != 12345);
  assert(wide(0) == 6 && wide(-1) == 3 && wide(77) == 9);
  assert(falls(x & 3) > steps);
  return 0;
}
