// A text editor's buffer with a gap where the cursor is.
// UNWIND: 8
// SIZES: 1 3

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

#define SIZE 256
struct gap {
  char text[SIZE];
  size_t start, end;
};

static struct gap buffer = {.start = 0, .end = SIZE};

static void insert(struct gap *g, char c) {
  if (g->start < g->end)
    g->text[g->start++] = c;
}

static void left(struct gap *g) {
  if (g->start > 0)
    g->text[--g->end] = g->text[--g->start];
}

static void right(struct gap *g) {
  if (g->end < SIZE)
    g->text[g->start++] = g->text[g->end++];
}

static void backspace(struct gap *g) {
  if (g->start > 0)
    g->start -= 2;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    char c = __VERIFIER_nondet_char();
    switch (c) {
    case 'h':
      left(&buffer);
      break;
    case 'l':
      right(&buffer);
      break;
    case 'x':
      backspace(&buffer);
      break;
    default:
      insert(&buffer, c);
      break;
    }
    __VERIFIER_assert(buffer.start <= buffer.end && buffer.end <= SIZE);
  }
  return 0;
}
