/* Runs every version of every program in a process of its own and compares what they observe. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEEN = 600, NOTES = 3000, SITES = 4096, ATTEMPTS = 300 };
enum mode { RECORD, REPLAY, CHOOSE };
enum end { CRASH, NORMAL, ENDED, BUDGET, EXHAUSTED };

struct run { int count, end, seen[SEEN][4]; };

static struct shared {
  int notes, site[NOTES], value[NOTES];
  struct run runs[8];
} *shared;

static struct run *now;
static enum mode mode;
static unsigned seed, choices, attempt;
static int criterion, inputs[SITES], cursor[SITES];

static void stop(enum end end) { now->end = end; _exit(0); }

static unsigned mixed(unsigned a, unsigned b, unsigned c) {
  unsigned h = a * 2654435761u ^ b * 40503u ^ c * 2246822519u;
  h ^= h >> 15; h *= 2246822519u; h ^= h >> 13; h *= 3266489917u;
  return h ^ h >> 16;
}

int lab_input(int site) { return (int)(mixed(seed, (unsigned)site, (unsigned)inputs[site]++) % 9u) - 1; }

static void observe(int site, int x, int y, int z) {
  if (now->count == SEEN) stop(BUDGET);
  int *line = now->seen[now->count++];
  line[0] = site; line[1] = x; line[2] = y; line[3] = z;
}

void lab_seen(int site, int x, int y, int z) { if (site == criterion) observe(site, x, y, z); }
void lab_check(int holds) { observe(-1, holds != 0, 0, 0); if (!holds) stop(ENDED); }
void lab_error(void) { observe(-2, 0, 0, 0); stop(ENDED); }
void lab_abort(void) { stop(ENDED); }

int lab_note(int site, int value) {
  if (shared->notes == NOTES) stop(BUDGET);
  shared->site[shared->notes] = site;
  shared->value[shared->notes++] = value;
  return value;
}

int lab_choice(int site, int whole) {
  if (mode == CHOOSE) {
    if (choices == 20000) stop(BUDGET);
    return (int)(mixed(seed ^ attempt << 16 ^ 0x5bd1e995u, (unsigned)site, choices++) % (whole ? 5u : 2u));
  }
  int at = cursor[site];
  while (at < shared->notes && shared->site[at] != site) at++;
  if (at == shared->notes) stop(EXHAUSTED);
  cursor[site] = at + 1;
  return shared->value[at];
}

#define abort lab_abort
#define reach_error lab_error
#include "programs.c"

static void run(int slot, enum mode chosen, void (*program)(void)) {
  now = &shared->runs[slot];
  now->count = 0;
  now->end = CRASH;
  mode = chosen;
  pid_t child = fork();
  if (child == 0) {
    struct itimerval limit = {{0, 0}, {0, 5000}};
    setitimer(ITIMER_PROF, &limit, NULL);
    program();
    stop(NORMAL);
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) now->end = WTERMSIG(status) == SIGPROF ? BUDGET : CRASH;
}

static int common(const struct run *a, const struct run *b) { return a->count < b->count ? a->count : b->count; }

static int differ(const struct run *a, const struct run *b) {
  for (int i = 0; i < common(a, b); i++)
    if (memcmp(a->seen[i], b->seen[i], sizeof a->seen[i])) return i + 1;
  return 0;
}

/* Is there a run with other choices that makes as many visits as the original, with the same values? */
static int chosen(struct run *mine, void (*slice)(void)) {
  const struct run *first = &shared->runs[0];
  for (attempt = 1; attempt <= ATTEMPTS && (mine->count < first->count || differ(first, mine)); attempt++)
    run((int)(mine - shared->runs), CHOOSE, slice);
  attempt = 0;
  return mine->count >= first->count && !differ(first, mine);
}

int main(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  long visits = 0, runs = 0;
  for (int p = 0; p < (int)(sizeof table / sizeof *table); p++) {
    criterion = table[p].criterion;
    for (seed = 1; seed <= RUNS; seed++) {
      struct run *first = &shared->runs[0];
      shared->notes = 0;
      run(0, RECORD, table[p].whole);
      if (first->end == CRASH) { printf("skip %d\n", table[p].number); break; }
      runs++;
      visits += first->count;
      for (int k = 0; k < 3; k++) {
        struct run *mine = &shared->runs[1 + k];
        run(1 + k, REPLAY, table[p].slices[k]);
        /* A loop around the criterion may stand for one inside of it: other choices then make the same visits. An endless
           recursion ends the original by its budget, and the slice by its stack. Behind the last visit of the original
           a slice may do as it likes. */
        int endless = mine->end == BUDGET || (mine->end == CRASH && first->end == BUDGET);
        if (differ(first, mine) || (mine->count < first->count && !endless && !chosen(mine, table[p].slices[k])))
          printf("wrong %d %u replay %d %d %d %d %d\n", table[p].number, seed, k, first->count, mine->count, mine->end, differ(first, mine));
      }
      for (int k = 0; k < 2; k++) {
        struct run *mine = &shared->runs[4 + k];
        run(4 + k, CHOOSE, table[p].slices[k]);
        int same = mine->count == first->count || first->end == BUDGET || mine->end == BUDGET || mine->end == CRASH;
        if (differ(first, mine) || (k == 1 && !same))
          printf("wrong %d %u choose %d %d %d %d %d\n", table[p].number, seed, k, first->count, mine->count, mine->end, differ(first, mine));
      }
    }
  }
  printf("done %ld %ld\n", runs, visits);
  return 0;
}
