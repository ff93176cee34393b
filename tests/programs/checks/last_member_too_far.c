#ifndef N
#define N 100000
#endif
struct text { int length; char at[N]; } s;
int main(void) {
  char *p = s.at;
  for (int i = 0; i <= N; i++)
    p[i] = 1; // bounds=fails
  return s.length;
}
