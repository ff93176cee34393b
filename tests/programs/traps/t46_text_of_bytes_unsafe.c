// VERDICT: unsafe. The characters of a text are unsigned in an array of bytes, and 255 is no -1.
#ifndef N
#define N 1000
#endif
extern void __VERIFIER_assert(int);

static unsigned char mark[] = {"\xff"};
unsigned char a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = mark[0];
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == (signed char)a[i]);
  return 0;
}
