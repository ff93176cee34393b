/* Runs random programs natively, and for each violating run the programs that pruning generates for it: a replay has to
   violate for some choice of columns, a deciding instance for some choice of the columns that are kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 3, CELLS = 256, ZERO_CELL = 80, SITES = 16, VISITS = 64, SCALARS = 16, RUNS_REPLAYED = 24, FREE = 16 };

static int cells[ARRAYS][CELLS];       /* what the running program has in its arrays; a[0] is cell ZERO_CELL */
static int held[ARRAYS][CELLS];        /* what the arrays held first, in the original's own cells */
static int given[SITES][VISITS];       /* what a call gives in an iteration, from 1; 0 outside of loops */
static int begun[SCALARS];             /* what scalars held first */
static long long chosen[8];            /* columns of a replay */
static long long shortened;            /* size of a deciding instance */
static int original[CELLS];            /* the original's column for a column of the instance */
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

static int in_original(long long column) {
  return column < -ZERO_CELL || column >= CELLS - ZERO_CELL ? (int)column : original[column + ZERO_CELL];
}

static void fill_held(int array, int shift) {        /* the array's first contents, renamed */
  for (int cell = 0; cell < CELLS; cell++) {
    const int from = in_original(cell - ZERO_CELL - shift) + shift + ZERO_CELL;
    cells[array][cell] = from < 0 || from >= CELLS ? 0 : held[array][from];
  }
}

static int visit(long long column, int slope, long long first) {      /* of an iteration, by its column in the instance */
  const long long distance = in_original(column) - first;
  const long long itno = distance / slope + 1;
  return itno < 1 || itno >= VISITS ? 0 : (int)itno;
}

struct program {
  int number;
  int size;                            /* 0: symbolic */
  int (*run)(void);
  int (*replay)(void);
  int columns;
  int (*instance)(void);
  int (*updates)(void);
  int landmarks[24], count;            /* constant landmarks; of a symbolic program there is one more, size + distance */
  int theta, gap, distance, small, symbolic;
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

static int replayed(const struct program *p) {
  for (int column = 0; column < CELLS; column++) original[column] = column - ZERO_CELL;
  return choose_columns(p, 0, -8, 14);
}

/* Keeps some blocks of each gap that is shortened; `place` is the next column of the instance. */
static int keep(const struct program *p, const int *marks, int count, int gap, int place, int block, int kept) {
  if (gap + 1 >= count) {
    for (int column = place; column < CELLS - ZERO_CELL; column++) original[column + ZERO_CELL] = marks[count - 1] + column - place;
    shortened = place - p->distance;
    clear();
    return p->instance() == 1;
  }
  const int width = marks[gap + 1] - marks[gap], blocks = width / p->theta, rest = width % p->theta;
  const int wanted = width < p->gap + p->theta ? blocks : p->gap / p->theta;
  if (kept == wanted) {
    for (int column = 0; column < rest; column++) original[place + column + ZERO_CELL] = marks[gap + 1] - rest + column;
    return keep(p, marks, count, gap + 1, place + rest, 0, 0);
  }
  for (int b = block; b + wanted - kept <= blocks; b++) {
    for (int column = 0; column < p->theta; column++)
      original[place + column + ZERO_CELL] = marks[gap] + b * p->theta + column;
    if (keep(p, marks, count, gap, place + p->theta, b + 1, kept + 1)) return 1;
  }
  return 0;
}

static int decided(const struct program *p, int size) {
  for (int column = 0; column < CELLS; column++) original[column] = column - ZERO_CELL;
  int marks[32], count = p->count;
  memcpy(marks, p->landmarks, sizeof p->landmarks);
  if (p->symbolic) {
    if (size < p->small) {
      shortened = size;
      clear();
      return p->instance() == 1;
    }
    marks[count++] = size + p->distance;
  }
  return keep(p, marks, count, 0, marks[0], 0, 0);
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
    printf("%d refused 0 0 0\n", p->number);
    return;
  }
  int violating = 0, lost_replay = 0, lost_instance = 0;
  const int most = p->replay && p->columns > 3 ? RUNS_REPLAYED / 6 : RUNS_REPLAYED;      /* there are many choices of four */
  for (int n = 0; n < runs && violating < most; n++) {
    const int size = p->size ? p->size : n % 11 - 1;
    inputs(size);
    for (int column = 0; column < CELLS; column++) original[column] = column - ZERO_CELL;
    clear();
    if (p->run() != 1) continue;
    violating++;
    if (p->replay && !replayed(p)) lost_replay++;
    if (p->instance && !decided(p, size)) lost_instance++;
  }
  printf("%d checked %d %d %d\n", p->number, violating, lost_replay, lost_instance);
}
