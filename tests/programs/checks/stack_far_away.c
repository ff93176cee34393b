#ifndef N
#define N 100000
#endif
int main(void) {
  int a[N], *p = a;
  for (int i = 0; i < N; i++)
    p[2 * i] = i; // bounds=fails
  return 0;
}
