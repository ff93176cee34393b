/* Runs random programs natively, and for each violating run the replay that pruning generates for it: it has to violate
   for some choice of columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 3, CELLS = 256, ZERO_CELL = 80, SITES = 16, VISITS = 64, SCALARS = 16, RUNS_REPLAYED = 24, FREE = 16 };

static int cells[ARRAYS][CELLS];       /* what the running program has in its arrays; a[0] is cell ZERO_CELL */
static int held[ARRAYS][CELLS];        /* what the arrays held first, in the original's own cells */
static int given[SITES][VISITS];       /* what a call gives in an iteration, from 1; 0 outside of loops */
static int begun[SCALARS];             /* what scalars held first */
static long long chosen[8];            /* columns of a replay */
static int failed;                     /* rules of replayable scalars that a random check refuted */
static unsigned long long state = 88172645463325252ULL;

static unsigned next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 11);
}

int nondet_int(void) { return (int)(next_random() % 7) - 2; }
_Bool nondet_bool(void) { return next_random() % 2; }
long long nondet_long_long(void) { return nondet_int(); }
unsigned long long nondet_unsigned_long_long(void) { return next_random() % 7; }

static void refute(int holds, const char *rule) {
  if (!holds) failed |= rule[0] == 'V' ? 1 : rule[1] == 'T' ? 8 : rule[2] == '1' ? 2 : 4;
}

static void fill_held(int array) { memcpy(cells[array], held[array], sizeof cells[array]); }

struct program {
  int number;
  int size;                            /* 0: symbolic */
  int (*run)(void);
  int (*replay)(void);
  int columns;
  int (*updates)(void);
  int ignored;                         /* rules that do not count: negative controls */
};

static void clear(void) { memset(cells, 0, sizeof cells); }

static int choose_columns(const struct program *p, int number, int least, int most) {
  if (number == p->columns) {
    clear();
    return p->replay() == 1;
  }
  for (int column = least; column <= most; column++) {
    chosen[number] = column;
    if (choose_columns(p, number + 1, column, most)) return 1;
  }
  return 0;
}

static void inputs(int size) {
  const int few = next_random() % 3 == 0 ? 2 : 4;
  for (int a = 0; a < ARRAYS; a++)
    for (int c = 0; c < CELLS; c++) held[a][c] = next_random() % few;
  for (int s = 0; s < SITES; s++)
    for (int v = 0; v < VISITS; v++) given[s][v] = next_random() % few;
  for (int s = 0; s < SCALARS; s++) begun[s] = next_random() % few;
  given[0][0] = size;
}

static void check(const struct program *p, int runs) {
  failed = 0;
  if (p->updates)
    for (int n = 0; n < 3000 && !(failed & ~p->ignored); n++) p->updates();
  if (failed & ~p->ignored) {
    printf("%d refused 0 0\n", p->number);
    return;
  }
  int violating = 0, lost = 0;
  const int most = p->columns > 3 ? RUNS_REPLAYED / 6 : RUNS_REPLAYED;      /* there are many choices of four */
  for (int n = 0; n < runs && violating < most; n++) {
    const int size = p->size ? p->size : n % 11 - 1;
    inputs(size);
    clear();
    if (p->run() != 1) continue;
    violating++;
    if (!choose_columns(p, 0, -8, 14)) lost++;
  }
  printf("%d checked %d %d\n", p->number, violating, lost);
}
