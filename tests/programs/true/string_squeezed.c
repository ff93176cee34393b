// VERDICT: safe. A text in which runs of blanks are one blank is as long as what was written.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char line[N + 1], squeezed[N + 1];

static size_t squeeze(const char *from, char *to) {
  size_t n = 0;
  int blank = 0;
  for (; *from; from++) {
    if (*from == ' ') {
      if (blank)
        continue;
      blank = 1;
    } else {
      blank = 0;
    }
    to[n++] = *from;
  }
  to[n] = '\0';
  return n;
}

int main(void) {
  for (int i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N] = '\0';
  size_t n = squeeze(line, squeezed);
  assert(n <= N);
  assert(strlen(squeezed) == n);
  return 0;
}
