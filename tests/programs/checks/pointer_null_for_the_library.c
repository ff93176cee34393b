// A library function dereferences its arguments; a goal at the call states that they are not null.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[8], to[8];
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++)
    from[i] = i; // bounds=holds conversion=holds
  char *p = NULL;
  if (n > 3)
    p = from;
  if (p)
    memcpy(to, p, 8); // pointer=holds bounds=holds
  else
    memset(to, 0, 8);
  char *q = n > 7 ? to : NULL;
  memset(q, 1, 8);    // pointer=fails
  memcpy(from, q, 8); // pointer=holds
  return from[n & 7]; // bounds=holds
}
