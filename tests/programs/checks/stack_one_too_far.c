#ifndef N
#define N 100000
#endif
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[N + 1], line[N];
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = 0;
  char *to = line, *from = text;
  while (*from)
    *to++ = *from++; // bounds=holds
  *to = 0; // bounds=fails
  return 0;
}
