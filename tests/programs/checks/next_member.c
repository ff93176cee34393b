#ifndef N
#define N 100000
#endif
struct both { char a[N], b[N]; } s;
int main(void) {
  char *p = s.a;
  for (int i = 0; i < N; i++)
    p[i] = 1; // bounds=safe
  for (int i = 0; i < N; i++)
    p[N + i] = 1; // bounds=unsafe
  s.b[0] = 2;
  return 0;
}
