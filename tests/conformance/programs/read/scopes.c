/* Names in blocks, static locals, externs, tags, enumerators and typedefs that hide one another. */
#include <assert.h>
int depth = 1, hidden = 10;
enum colour { red, green = 5, blue };
typedef int number;
static int count(void) { static int calls = 3; { static int calls = 20; calls++; } return calls++; }
static int outside(void) { extern int hidden; return hidden; }
static int parameter(int depth) { { int depth = 7; (void)depth; } return depth; }
int main(void) {
  int hidden = depth;
  { int hidden = 30; { extern int depth; assert(depth == 1 && hidden == 30); } depth++; }
  for (int hidden = 0; hidden < 2; hidden++) { int depth = hidden; depth++; }
  assert(hidden == 1 && depth == 2 && outside() == 10);
  { enum { red = 9, purple }; assert(red == 9 && purple == 10); }
  assert(red == 0 && blue == 6 && sizeof(enum colour) == 4);
  { typedef char number; assert(sizeof(number) == 1); }
  assert(sizeof(number) == sizeof(int));
  assert(count() == 3 && count() == 4 && parameter(4) == 4);
  { struct s { char c[3]; }; { struct s { int i; }; assert(sizeof(struct s) == 4); } assert(sizeof(struct s) == 3); }
  return 0;
}
