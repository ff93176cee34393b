// Pointers that are null in some rounds of a loop, chosen by ?:, returned by functions, handed out by address.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }
#define NULL ((void *)0)

int numbers[12];
int seen[17];

int *find(int *from, int n, int key) {
  for (int i = 0; i < n; i++)
    if (from[i] == key)
      return &from[i];
  return NULL;
}

int *last(int *from, int n, int key) {
  int *found = NULL;
  for (int *p = from; p != from + n; p++)
    if (*p == key)
      found = p;
  return found ? found : from;
}

int *first(int *from, int n, int key) {
  int *found = NULL;
  for (int *p = from; p != from + n; p++)
    if (*p == key)
      found = found ? found : p;
  return found;
}

void split(int *from, int n, int **middle) {
  *middle = from + n / 2;
  if (**middle > 2)
    (*middle)++;
}

int main(void) {
  for (int i = 0; i < 12; i++)
    numbers[i] = __VERIFIER_nondet_uchar() & 3;
  int key = __VERIFIER_nondet_int() & 3;
  int *p = find(numbers, 12, key);
  seen[0] = p != NULL;
  seen[1] = p ? *p : -1;
  seen[2] = p == NULL || p - numbers < 6;
  int *q = numbers;
  int count = 0;
  while ((q = find(q, (int)(numbers + 12 - q), key)) != NULL) {
    count++;
    q++;
  }
  seen[3] = count;
  seen[4] = q == NULL;
  int *r = last(numbers, 12, key);
  seen[5] = (int)(r - numbers);
  int *s = count & 1 ? r : NULL;
  seen[6] = s == r;
  seen[7] = s == p;
  seen[8] = !s;
  int *t = s ? s : numbers + 3;
  seen[9] = *t;
  int *middle;
  split(numbers, 10, &middle);
  seen[10] = (int)(middle - numbers);
  int *kept = NULL;
  for (int i = 0; i < 12; i++) {
    if (kept && *kept == numbers[i])
      seen[11]++;
    if (numbers[i] == key)
      kept = kept == NULL ? numbers + i : kept;
    else if (numbers[i] == 3)
      kept = NULL;
  }
  seen[12] = kept != NULL && kept > numbers + 4;
  p = numbers[0] == 0 ? NULL : p;
  seen[13] = p != q;
  int other[4] = {9, 8, 7, 6};
  middle = other;
  middle++;
  seen[14] = *middle;
  middle = numbers;
  for (int i = 0; i < 3; i++)
    seen[15] = 2 * seen[15] + *middle++;
  int *earliest = first(numbers, 12, key);
  seen[16] = earliest ? (int)(earliest - numbers) : -1;
  __VERIFIER_assert(seen[3] <= 12);
  return 0;
}
