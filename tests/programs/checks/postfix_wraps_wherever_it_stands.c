/* A postfix operator computes its new value before the access, in every kind of expression. */
#ifndef N
#define N 100000
#endif
extern int __VERIFIER_nondet_int(void);
unsigned char a[N];
static int next(int x) { return x + 1; } // overflow=holds
static int taken(int i) { return a[i++]; } // bounds=holds overflow=fails
int main(void) {
  int i = 2147483647, choice = __VERIFIER_nondet_int();
  if (choice == 1)
    if (a[i++]) // bounds=holds overflow=fails
      return 1;
  if (choice == 2)
    next(a[i++]); // bounds=holds overflow=fails
  if (choice == 3) {
    int x = a[i++]; // bounds=holds overflow=fails
    return x;
  }
  if (choice == 4)
    return taken(i);
  if (choice == 5)
    return choice ? a[i++] : 0; // bounds=holds overflow=fails
  if (choice == 6)
    while (a[i++]) // bounds=holds overflow=fails
      choice = 0;
  int k = 0;
  while (k++ < N - 1) // overflow=holds
    a[k] = 1; // bounds=holds
  unsigned left = N;
  while (left--) // unsigned-overflow=fails
    a[left] = 2; // bounds=holds
  return 0;
}
