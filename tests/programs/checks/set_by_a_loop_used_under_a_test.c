/* Cells that a loop has set are used where another cell says so, in a search that ends early. */
#ifndef N
#define N 100000
#endif
extern char __VERIFIER_nondet_char(void);
char text[N + 1];
int main(void) {
  char needle[3];
  for (int i = 0; i < 3; i++)
    needle[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  for (int i = 0; i + 1 < N; i++) // overflow=holds
    if (text[i] == needle[0] && text[i + 1] == needle[1]) // uninitialised=holds, bounds=holds
      return needle[2]; // uninitialised=holds
  return 0;
}
