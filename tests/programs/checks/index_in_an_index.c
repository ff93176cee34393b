#ifndef N
#define N 100000
#endif
int a[N], b[N];
int main(void) {
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    b[i] = i;
  for (int i = 0; i < N; i++)
    s = 1u +
        a // bounds=fails
        [
         b // bounds=holds
         [i] + 1];
  return s;
}
