#ifndef N
#define N 100000
#endif
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char line[N];
  char *end = line + N, *also = &line[N];
  for (char *p = line; p != end; p++)
    *p = __VERIFIER_nondet_char(); // bounds=holds
  return also - line == N;
}
