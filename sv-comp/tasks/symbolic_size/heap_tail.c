// A block of the heap is set, element by element.

typedef __SIZE_TYPE__ size_t;
extern void *calloc(size_t count, size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "heap_tail.c", 9, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

void set(unsigned char *block, unsigned size, unsigned char value) {
  unsigned i;
  for (i = 0; i + 1 < size; i++)
    block[i] = value;
}

int main(void) {
  unsigned i, n = __VERIFIER_nondet_uint();
  unsigned char *block;
  if (n == 0 || n > N)
    return 0;
  block = calloc(n, 1);
  if (!block)
    return 0;
  set(block, n, 0xA5);
  for (i = 0; i < n; i++)
    __VERIFIER_assert(block[i] == 0xA5);
  free(block);
  return 0;
}
