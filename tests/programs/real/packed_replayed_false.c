/* run: ; a program with packed structs is compiled with their layout, and its violation is found */
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct plain { char c; int v; };
struct __attribute__((packed)) one { char c; int v; };
#pragma pack(push, 1)
struct two { char c; struct plain p; int v; } a, *b = &a;
#pragma pack(pop)
struct three { char c; struct one o; int v; };
int main(void) {
  assert(sizeof(struct plain) == 8 && sizeof(struct one) == 5 && offsetof(struct three, o) == 1);
  assert(sizeof(struct three) == 12 && sizeof *b >= 13);
  a.v = __VERIFIER_nondet_int();
  assert(b->v != 7);
}
