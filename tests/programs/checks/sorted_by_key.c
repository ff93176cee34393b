/* Records are in the order of the compared key only. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct entry { int key, place; } table[1000];
static int by_key(const void *left, const void *right) {
  const struct entry *one = left, *two = right;
  if (one->key < two->key)
    return -1;
  return one->key > two->key;
}
int main(void) {
  for (int i = 0; i < 1000; i++) {
    table[i].key = __VERIFIER_nondet_int();
    table[i].place = i;
  }
  qsort(table, 1000, sizeof table[0], by_key);
  for (int i = 1; i < 1000; i++) {
    assert(table[i - 1].key <= table[i].key); // assertion=holds
    assert(table[i - 1].place < table[i].place); // assertion=fails
  }
  return 0;
}
