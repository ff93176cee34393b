#ifndef N
#define N 100000
#endif
int before[N], a[N], after[N];
static void set(int *p, int n) {
  for (int i = 0; i <= n; i++)
    p[i] = i; // bounds=fails
}
int main(void) {
  set(a, N);
  return 0;
}
