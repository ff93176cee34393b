/* Sizes of types and expressions, with the padding that they have. */
#include <assert.h>
#include <stddef.h>
struct mixed { char a; int b; char c; double d; short e[3]; };
struct outer { char first; struct mixed inner[2]; long last; };
struct mixed one; int cells[7]; char letters[] = "letters"; short *pointer;
unsigned long found[12];
static int count(void) { return found[11] + 1; }
int main(void) {
  found[0] = sizeof(struct mixed); found[1] = sizeof(struct outer); found[2] = sizeof cells / sizeof *cells;
  found[3] = sizeof letters; found[4] = sizeof pointer; found[5] = sizeof(int[3][2]); found[6] = sizeof one.e;
  found[7] = sizeof(cells[0] + 1L); found[8] = sizeof(char *); found[9] = sizeof +letters[0];
  assert(found[0] == 32 && found[1] == 80 && found[2] == 7 && found[3] == 8 && found[5] == 24 && found[11] == 0);
  assert(found[9] == 4 && found[10] == 16 && sizeof(0, letters[0]) == 1);
  return 0;
}
