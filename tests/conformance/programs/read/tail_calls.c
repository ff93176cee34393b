#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

typedef unsigned char byte;
typedef struct node {
  int value;
  struct node *next;
} node;
int cells[8], others[8], trace;

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

static int find(const int *t, int low, int high, int key) {
  if (low > high)
    return -1;
  int middle = low + (high - low) / 2;
  if (t[middle] == key)
    return middle;
  if (t[middle] < key)
    return find(t, middle + 1, high, key);
  else
    return find(t, low, middle - 1, key);
}

static void fill(int t[], int i, const int n, int value) {
  if (i >= n)
    return;
  t[i] = value;
  fill(t, i + 1, n, value + 1);
}

static void copy(int *to, const int *from, int n) {
  if (n > 0) {
    *to = *from;
    copy(to + 1, from + 1, n - 1);
  } else {
    trace = trace * 3 + 1;
  }
}

static long sum(const int *p, int n, long so_far) {
  while (n > 0) {
    if (*p < 0)
      return sum(p + 1, n - 1, so_far - *p);
    so_far += *p++;
    n--;
  }
  return so_far;
}

static int narrow(byte i, int n) {
  if (n == 0)
    return i;
  return narrow(i + 100, n - 1);
}

static int kinds(int n, int k) {
  int twice = 2 * k;
  switch (n % 4) {
  case 0:
    if (n == 0)
      return k;
    trace += 1;
    return kinds(n - 1, twice);
  case 1:
    for (int i = 0; i < 5; i++) {
      if (i == n)
        break;
      if (i == 3)
        return kinds(n - 2 > 0 ? n - 2 : 0, k + i);
      if (i == 1)
        continue;
      trace += i;
    }
  case 2: {
    trace += 2;
    break;
  }
  default:
    return n > 4 ? kinds(n - 3, k) : n < 0 ? -1 : kinds(n - 1, k + 1);
  }
  return kinds(n - 1, twice % 1000);
}

static _Bool sorted(const int *t, int n) { return n <= 1 || (t[n - 2] <= t[n - 1] && sorted(t, n - 1)); }

static int any(const int *t, int n, int key) { return n > 0 && (t[n - 1] == key || any(t, n - 1, key)); }

static int *place(int *t, int key) { return *t == key || t == cells + 7 ? t : place(t + 1, key); }

static int rounds(int n) {
  static int made;
  int last = 7, row[n + 1];
  for (int i = 0; i <= n; i++)
    row[i] = i + made;
  made++;
  if (n == 0)
    return made * 100 + row[0] + last;
  last = n;
  return rounds(n - 1);
}

static int jumps(int n, int k) {
again:
  if (n > 6) {
    n--;
    goto again;
  }
  if (n == 3)
    goto out;
  if (n == 0)
    return k;
  return jumps(n - 1, k + n);
out:
  k = k * 2;
  return jumps(n - 1, k);
}

static int last(int n, int k) {
  if (n == 0)
    return k;
  return last(n - 1, trace++);
}

static int ends(int n) {
  if (n > 90)
    abort();
  if (n == 9)
    assert(trace != 12345);
  return n > 3 ? ends(n - 2) : n;
}

static int length(const node *list, int so_far) { return list ? length(list->next, so_far + 1) : so_far; }

static long total(const int *p, int n) { return n == 0 ? 0 : p[n - 1] + total(p, n - 1); }

static byte product(long n) {
  if (n <= 1)
    return 1;
  if (n == 3)
    return product(n - 1);
  return product(n - 1) * (n + 70);
}

static int mixed(int n, int key) {
  int twice = n * 2;
  twice ^= key;
  return n > 0 ? (twice | 1L << 40) ^ mixed(n - 1, key + 1) : key;
}

static short masks(unsigned n) { return n > 5 ? (0x10ffff >> n) & masks(n - 1) : 0x7fff; }

static unsigned bits(int n) { return n > 0 ? bits(n / 2) | 1 << n : 0; }

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || n > 8 || m < 0 || m > 100)
    return 0;
  node third = {3, 0}, second = {2, &third}, first = {1, &second};
  fill(cells, 0, n, m);
  copy(others, cells, 8);
  int values[19] = {gcd(m, n), find(cells, 0, 7, m + 2), sum(others, 8, n), narrow(m, n)};
  values[4] = kinds(n, 1);
  values[5] = sorted(cells, n);
  values[6] = any(cells, 8, m + 1);
  values[7] = *place(cells, m + 3);
  values[8] = rounds(n);
  values[9] = jumps(n, m);
  values[10] = last(n, 5);
  values[11] = ends(n);
  values[12] = length(&first, 0);
  values[13] = trace;
  values[14] = total(cells, n);
  values[15] = product(n);
  values[16] = mixed(n, m);
  values[17] = masks(n);
  values[18] = bits(n);
  for (int i = 0; i < 19; i++)
    assert(values[i] != 4711);
  return 0;
}
