/* Structs that end with an array of the rest of their bytes. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct text { short length; char kind; char characters[]; };
struct list { unsigned length; long cells[]; };
static struct text *text_of(const char *s, int length) {
  struct text *t = malloc(sizeof *t + (unsigned) length + 1);
  t->length = (short) length;
  t->kind = 't';
  for (int i = 0; i < length; i++) t->characters[i] = s[i];
  t->characters[length] = 0;
  return t;
}
int main(void) {
  assert(sizeof(struct text) == 4 && offsetof(struct text, characters) == 3);
  assert(sizeof(struct list) == offsetof(struct list, cells));
  struct text *t = text_of("abc", 3);
  assert(t->length == 3 && t->characters[1] == 'b' && strlen(t->characters) == 3);
  char *last = &t->characters[2];
  *last = 'z';
  assert(t->characters[2] == 'z' && t->kind == 't');
  struct list *l = calloc(1, sizeof *l + 4 * sizeof l->cells[0]);
  long sum = 0;
  l->length = 4;
  l->cells[3] = 5;
  for (unsigned i = 0; i < l->length; i++) sum += l->cells[i];
  assert(sum == 5);
  free(t);
  free(l);
  return 0;
}
