/* run: ; safe */
#include <string.h>
#include <assert.h>
int main(void) {
  char b[20] = "ab";
  strcat(b, "cd");
  strncat(b, "efgh", 2);
  assert(strcmp(b, "abcdef") == 0 && stpcpy(b + 2, "x") == b + 3 && b[2] == 'x' && !b[3]);
  return 0;
}
