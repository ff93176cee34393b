// Keys in a table with open addressing are found again.
// UNWIND: 20

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 65536
#endif

struct slot {
  uint32_t key;
  int used;
};

static struct slot table[N];

static struct slot *find(uint32_t key) {
  size_t i = key % N;
  for (size_t probes = 0; probes < N; probes++) {
    if (!table[i].used || table[i].key == key)
      return &table[i];
    i = i + 1 < N ? i + 1 : 0;
  }
  return NULL;
}

int main(void) {
  for (int n = 0; n < N; n++) {
    uint32_t key = __VERIFIER_nondet_uint();
    struct slot *s = find(key);
    if (s == NULL)
      break;
    __VERIFIER_assert(!s->used || s->key == key);
    s->key = key;
    s->used = s->key != 0;
    s = find(key);
    __VERIFIER_assert(s != NULL && s->used && s->key == key);
  }
  return 0;
}
