extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int a[100000], key = __VERIFIER_nondet_int(), i, found = 0, place = 0;
  for (i = 0; i < 100000 && !found; i++)
    if (a[i] == key) {
      found = 1;
      place = i;
    }
  if (found) __VERIFIER_assert(a[place] == key);
  return 0;
}
