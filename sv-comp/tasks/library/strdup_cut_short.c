// The copy of a text on the heap.

#include <stdlib.h>
#include <string.h>

void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *my_strdup(const char *s) {
  size_t size = strlen(s) + 1;
  char *copy = malloc(size);
  if (copy == NULL)
    return NULL;
  memcpy(copy, s, size); copy[size / 2] = '\0'; return copy;
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  char *copy = my_strdup(text);
  if (!copy)
    return 0;
  for (int i = 0; i < N && text[i]; i++)
    __VERIFIER_assert(copy[i] == text[i]);
  free(copy);
  return 0;
}
