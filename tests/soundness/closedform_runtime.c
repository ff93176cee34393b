/* Runs every program of a batch with many inputs; each program in a process of its own, each run from the same memory. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHECKS = 128, PAGE = 4096, BLOCKS = 16, BLOCK = 16 * PAGE, STACK = 1 << 16 };

typedef unsigned long long word;
extern void (*fuzz_programs[])(void);
extern char __data_start[], _end[];

/* Outside of what is put back before each run. */
struct state {
  sigjmp_buf over;
  char *memory, *blocks;
  size_t size;
  word random;
  long first;
  int calls, mode, blocks_used, check, dumps, number, at_end, deviant;
  long base;
  int passed[CHECKS];
  long failed[CHECKS + 1];
  char known[CHECKS + 1];
  long ended;
};
static struct state *state;
jmp_buf fuzz_here;

static word chance(void) {
  state->random ^= state->random << 13;
  state->random ^= state->random >> 7;
  state->random ^= state->random << 17;
  return state->random * 0x2545F4914F6CDD1DULL >> 11;
}

static const long long extremes[] = {2147483647, -2147483647 - 1, 2147483646, 65535, 65536, 32767, -32768, 127, 128, 255,
                                     256,        1073741824,      46341,      1,     0,     -1,    2,      4095, 100, 1000};

static long long value(void) {
  int call = state->calls;
  switch (state->mode) {
  case 0: return 0;
  case 1: return state->base;
  case 2: return (long long)(chance() % 7) - 3;
  case 3: return state->base + call;
  case 4: return state->base - call;
  case 5: return chance() % 10;
  case 6: return extremes[chance() % (sizeof extremes / sizeof *extremes)];
  case 7: return (long long)(chance() % 2001) - 1000;
  case 8: return call == state->deviant ? state->base + 1 : state->base;
  case 9: return call % 2 ? state->base : -state->base;
  case 10: return chance() % 2;
  default: return (long long)chance() << 8 ^ chance();
  }
}

word fuzz_nondet(void) {
  long long given = state->calls == 0 && state->first >= 0 ? state->first : value();
  if (state->calls == 0)
    state->first = given > 1000000 || given < 0 ? 1000000 : given;
  if (state->calls == 1 && chance() % 4) /* Often a second size, not above the first one. */
    given = chance() % 4 ? (long long)(chance() % (state->first + 1)) : (long long)(chance() % 10);
  state->calls++;
  return given;
}

static void over(void) { siglongjmp(state->over, 1); }
void fuzz_blocked(void) { over(); }

static void fail(int check) {
  if (!state->known[check + 1] || state->first < state->failed[check + 1])
    state->failed[check + 1] = state->first;
  state->known[check + 1] = 1;
}

void fuzz_reached(void) {
  if (state->check > 0) {
    fail(state->check);
    longjmp(fuzz_here, 1);
  }
  fail(0);
  over();
}

static void undefined(void) {
  if (state->check > 0)
    longjmp(fuzz_here, 1);
  over();
}

static void outside(void) {
  if (state->check > 0) { /* The check itself reads out of bounds. */
    fail(state->check);
    longjmp(fuzz_here, 1);
  }
  fail(-1);
  over();
}

void fuzz_begin(int check) { state->check = check; }
void fuzz_end(int check) {
  state->passed[check]++;
  state->check = 0;
}
void fuzz_value(const char *name, long long given) {
  if (state->dumps)
    printf("value %d %ld %s %lld\n", state->number, state->first, name, given);
}

/* What gcc's checks call. */
void __ubsan_handle_add_overflow(void) { undefined(); }
void __ubsan_handle_sub_overflow(void) { undefined(); }
void __ubsan_handle_mul_overflow(void) { undefined(); }
void __ubsan_handle_negate_overflow(void) { undefined(); }
void __ubsan_handle_divrem_overflow(void) { undefined(); }
void __ubsan_handle_shift_out_of_bounds(void) { undefined(); }
void __ubsan_handle_vla_bound_not_positive(void) { undefined(); }
void __ubsan_handle_out_of_bounds(void) { outside(); }

/* Blocks that end, or begin, at a page that cannot be touched. */
void *fuzz_calloc(size_t count, size_t size) {
  size_t bytes = count * size;
  if (state->blocks_used >= BLOCKS || bytes > BLOCK - 2 * PAGE)
    over();
  char *block = state->blocks + (size_t)state->blocks_used++ * BLOCK + PAGE;
  memset(block, 0, BLOCK - 2 * PAGE);
  return state->at_end ? block + (BLOCK - 2 * PAGE) - bytes : block;
}
void *fuzz_malloc(size_t size) {
  char *block = fuzz_calloc(size, 1);
  for (size_t i = 0; i + 4 <= size; i += 4) {
    int old = (int)chance() % 4;
    memcpy(block + i, &old, 4);
  }
  return block;
}

static void touched(int signal, siginfo_t *about, void *context) {
  (void)context;
  if (signal == SIGSEGV && (char *)about->si_addr >= state->blocks &&
      (char *)about->si_addr < state->blocks + (size_t)BLOCKS * BLOCK)
    outside();
  over();
}

static void soil(void) {
  volatile int old[STACK / sizeof(int)];
  int kind = chance() % 3;
  for (size_t i = 0; i < STACK / sizeof(int); i++)
    old[i] = kind == 0 ? 0 : kind == 1 ? (int)(chance() % 7) - 3 : (int)chance();
}

static void once(void (*program)(void), int sizes, int run) {
  memcpy(__data_start, state->memory, state->size);
  state->random = 0x9E3779B97F4A7C15ULL * (run + 1);
  for (int i = 0; i < 8; i++)
    chance();
  state->mode = run < sizes ? 0 : (int)(chance() % 12);
  state->first = run >= sizes && chance() % 8 == 0 ? -1 : run % sizes;
  state->base = (long)(chance() % 13) - 3;
  state->deviant = 1 + (int)(chance() % 12);
  state->calls = state->blocks_used = state->check = 0;
  state->at_end = run % 2;
  state->dumps = run < 4 * sizes;
  soil();
  struct itimerval soon = {{0, 0}, {0, 20000}};
  if (sigsetjmp(state->over, 1) == 0) {
    setitimer(ITIMER_VIRTUAL, &soon, 0);
    program();
    state->ended++;
    state->passed[0]++;
  }
  soon.it_value.tv_usec = 0;
  setitimer(ITIMER_VIRTUAL, &soon, 0);
  state->check = 0;
}

static void *pages(size_t size, int access) {
  return mmap(0, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void all(int number, int sizes, int runs) {
  state = pages(sizeof *state, PROT_READ | PROT_WRITE);
  state->number = number;
  state->size = _end - __data_start;
  state->memory = pages(state->size, PROT_READ | PROT_WRITE);
  state->blocks = pages((size_t)BLOCKS * BLOCK, PROT_NONE);
  for (int i = 0; i < BLOCKS; i++)
    mprotect(state->blocks + (size_t)i * BLOCK + PAGE, BLOCK - 2 * PAGE, PROT_READ | PROT_WRITE);
  setvbuf(stdout, malloc(1 << 16), _IOFBF, 1 << 16);
  stack_t other = {.ss_sp = pages(1 << 16, PROT_READ | PROT_WRITE), .ss_size = 1 << 16};
  sigaltstack(&other, 0);
  struct sigaction action = {.sa_sigaction = touched, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGVTALRM};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, 0);
  memcpy(state->memory, __data_start, state->size);
  clock_t until = clock() + 3 * CLOCKS_PER_SEC / 2; /* A program that hangs uses up each of its runs. */
  for (int run = 0; run < runs && clock() < until; run++)
    once(fuzz_programs[number], sizes, run);
  for (int check = 0; check < CHECKS; check++)
    if (state->passed[check])
      printf("passed %d %d %d\n", number, check, state->passed[check]);
  for (int check = -1; check < CHECKS; check++)
    if (state->known[check + 1])
      printf("failed %d %d %ld\n", number, check, state->failed[check + 1]);
  printf("ended %d %ld\n", number, state->ended);
  fflush(stdout);
  _exit(0);
}

int main(int count, char **words) {
  int sizes = count > 1 ? atoi(words[1]) : 10, runs = count > 2 ? atoi(words[2]) : 300;
  for (int number = 0; fuzz_programs[number]; number++) {
    pid_t child = fork();
    if (child == 0)
      all(number, sizes, runs);
    waitpid(child, 0, 0);
  }
  return 0;
}
