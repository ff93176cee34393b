// entry: copy
#ifndef N
#define N 100000
#endif
void copy(int *a, int *b, int (*c)[8], int (*d)[8], int n) {
  for (int i = 0; i < n && i < N; i++) {
    b[i] = a[i]; // bounds=holds
    d[i][1] = c[i][2]; // bounds=holds
    d[i][0] = c[i][8 + (a[i] == 3)]; // bounds=fails
  }
}
