/* Runs a program with one input after the other until it reaches an error; every run is a new, confined process.

   The program is loaded once, and what runs first in it is a server (`templates/replay/server.c.j2`): asked by a byte, it
   makes a process that is a child of this one, and answers with its number. Before anything of the program runs, that
   process has lost the server's descriptor and all that the server may do beyond the program.

   The launcher and the program share one piece of memory, an array of 64-bit words: what the run is to do, and what it
   has done. The program may write there whatever it likes, so that nothing in it is used as a place or trusted as a
   number of anything here; what is printed is read with the same care. `templates/replay/native.c.j2` is the other end.

   Standard input, in words: how many follow; first seed; seed behind the last; milliseconds for all runs, and for each;
   sites; operands; most spans; most entries; candidates; events and iterations after which no further seed is tried;
   whether the outcome of every candidate is printed; what every run is given in front of its candidate, and then each
   candidate: the number of its words, and these. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t word;
/* The first words of the shared memory. */
enum { SEED, RULED, RECORDING, BYTES, REACHED, ERROR, AT, TOO_MANY, SPANS, ENTRIES, HEAD };
enum { BUSY = 4 }; /* how many times as long a run may take as it may work */
enum { FIRST, LAST, ALL_MS, EACH_MS, SITES, SEEN, MOST_SPANS, MOST_ENTRIES, CANDIDATES, MOST_WORK, EVERY, GIVEN };

static const word ALL_VISITS = ~(word)0, MOST_FEW = 4096; /* visits that follow the rules */

static const word *plan;
static word *shared, length; /* of the plan, in words */
static word cleared, tail;   /* where the words that every run finds at 0 end, and where what it is given begins */
static const word *common, *candidate; /* how many words, and these */
static int server;    /* the socket to it */
static pid_t server_process;
static word stopped, bytes, seed, ruled;
static word took;   /* milliseconds of the last run */
static word failed; /* runs of a comparison that ended alike, with a failed assertion */
static word ended, compared, work; /* its runs that were compared to their end, events compared, events and iterations */

static word at_most(word number, word most) { return number < most ? number : most; }

static word now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (word)now.tv_sec * 1000 + (word)now.tv_nsec / 1000000;
}

static void read_all(void *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t more = read(0, (char *)to + done, bytes - done);
    if (more == 0 || (more < 0 && errno != EINTR))
      refuse("the plan is cut");
    done += more > 0 ? (size_t)more : 0;
  }
}

static void read_plan(void) {
  read_all(&length, sizeof length);
  word *words = length > GIVEN && length < (word)1 << 32 ? malloc(length * sizeof *words) : 0;
  if (words == 0)
    refuse("there is no plan");
  read_all(words, length * sizeof *words);
  plan = words;
}

static void share(void) {
  word most = 1, at = GIVEN + plan[GIVEN] + 1;
  common = plan + GIVEN;
  for (word number = 0; number < plan[CANDIDATES] && at < length; number++, at += plan[at] + 1)
    most = plan[at] > most ? plan[at] : most;
  if (at > length)
    refuse("the plan is cut");
  cleared = HEAD + plan[SITES] + plan[SEEN];
  tail = cleared + plan[SEEN] + 5 * plan[MOST_SPANS] + 2 * plan[MOST_ENTRIES];
  bytes = (tail + *common + most) * sizeof(word);
  int memory = (int)syscall(SYS_memfd_create, "veriabs", 0U);
  if (memory < 0 || ftruncate(memory, (off_t)bytes) != 0 || dup2(memory, SHARED) < 0)
    refuse("no memory can be shared");
  if (memory != SHARED)
    close(memory);
  shared = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED, 0);
  if (shared == MAP_FAILED)
    refuse("no memory can be shared");
}

/* ---------------------------------------------------------------------------------------------------------- one run */

static void become_server(enum kind kind, char *const arguments[], int asked) {
  char *const nothing[] = {0};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int descriptor = 1; descriptor < 3; descriptor++)
    silence(descriptor);
  if (dup2(asked, 0) < 0)
    refuse("nothing can be asked of the server");
  limit_program();
  seccomp_install(kind);
  start_program(arguments, nothing);
}

static void start_server(enum kind kind, char *const arguments[]) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    refuse("nothing can be asked of the server");
  server_process = fork();
  if (server_process < 0)
    refuse("no process can be made");
  if (server_process == 0)
    become_server(kind, arguments, ends[1]);
  close(ends[1]);
  server = ends[0];
}

static void end_server(void) {
  kill(server_process, SIGKILL);
  waitpid(server_process, 0, 0);
}

/* Only a child of this process is ever waited for or killed, whatever number the answer is. */
static pid_t ask_server(void) {
  pid_t child = 0;
  if (send(server, "", 1, MSG_NOSIGNAL) != 1 || recv(server, &child, sizeof child, MSG_WAITALL) != sizeof child || child <= 0)
    refuse("the server makes no process");
  return child;
}

static word worked_ms(pid_t child) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return (word)-1;
  return (word)used.tv_sec * 1000 + (word)used.tv_nsec / 1000000;
}

/* SIGCHLD is blocked, and taken while there is time; whoever ignores every signal that he can is killed. On a machine
   that has other work a run has more time, until it has worked as long as it may. */
static void await(pid_t child, word milliseconds) {
  sigset_t ended;
  word until = now_ms() + milliseconds, last = until + (BUSY - 1) * milliseconds;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  while (waitpid(child, 0, WNOHANG) == 0) {
    word now = now_ms(), worked = now >= until && now < last ? worked_ms(child) : (word)-1;
    if (worked < milliseconds)
      until = at_most(now + 1 + milliseconds - worked, last);
    if (now >= until) {
      stopped++;
      kill(child, SIGKILL);
      waitpid(child, 0, 0);
      return;
    }
    struct timespec left = {(time_t)((until - now) / 1000), (long)((until - now) % 1000 * 1000000)};
    sigtimedwait(&ended, 0, &left);
  }
}

static int try(word milliseconds, int recording) {
  const word head[REACHED] = {[SEED] = seed, [RULED] = ruled, [RECORDING] = (word)recording, [BYTES] = bytes};
  memcpy(shared, head, sizeof head);
  memset(shared + REACHED, 0, (cleared - REACHED) * sizeof *shared);
  memcpy(shared + tail, common + 1, *common * sizeof *shared);
  memcpy(shared + tail + *common, candidate + 1, *candidate * sizeof *shared);
  word begun = now_ms();
  await(ask_server(), milliseconds);
  took = now_ms() - begun;
  if (shared[REACHED] == 0) {
    failed += shared[ERROR] != 0;
    ended += shared[TOO_MANY] != 0;
    compared += shared[AT];
    work += shared[SPANS];
  }
  return shared[REACHED] == 1;
}

/* ------------------------------------------------------------------------------------------------------- what it did */

static void say_words(const char *what, word number, word at, unsigned count) {
  printf("%s", what);
  if (number != (word)-1)
    printf(" %llu", (unsigned long long)number);
  for (unsigned i = 0; i < count; i++)
    printf(" %llu", (unsigned long long)shared[at + i]);
  putchar('\n');
}

static void say_result(void) {
  word spans = at_most(shared[SPANS], plan[MOST_SPANS]), entries = at_most(shared[ENTRIES], plan[MOST_ENTRIES]);
  word known = HEAD + plan[SITES], span = cleared + plan[SEEN], entry = span + 5 * plan[MOST_SPANS];
  say_words("error", (word)-1, ERROR, 2);
  for (word operand = 0; operand < plan[SEEN]; operand++)
    if (shared[known + operand])
      say_words("operand", operand, cleared + operand, 1);
  for (word number = 0; number < spans; number++)
    say_words("span", (word)-1, span + 5 * number, 5);
  for (word number = 0; number < entries; number++)
    say_words("entry", (word)-1, entry + 2 * number, 2);
  puts(shared[TOO_MANY] ? "too many" : "done");
}

static void say_visits(void) {
  for (word site = 0; site < plan[SITES]; site++)
    say_words("visits", site, HEAD + site, 1);
}

/* What a seed violates in a few visits is told of these: a million values would take longer to tell than to find. */
static int hit(const char *what, word number) {
  for (word visits = 1; ruled && visits <= MOST_FEW; visits *= 4) {
    ruled = visits;
    if (try(plan[EACH_MS], 0))
      break;
    ruled = ALL_VISITS;
  }
  printf("%s %llu\ntook %llu\n", what, (unsigned long long)number, (unsigned long long)took);
  if (try(2 * plan[EACH_MS] + 1000, 1))
    say_result();
  return 0;
}

/* Did it reach an error, which and where, did it end by itself, and what it has entered. */
static void say_outcome(word number) {
  word entries = at_most(shared[ENTRIES], plan[MOST_ENTRIES]), entry = cleared + plan[SEEN] + 5 * plan[MOST_SPANS];
  say_words("outcome", number, REACHED, 4);
  for (word one = 0; one < entries; one++)
    say_words("entry", (word)-1, entry + 2 * one, 2);
}

static int try_all(void) {
  const word nothing = 0;
  word until = now_ms() + plan[ALL_MS], at = GIVEN + *common + 1;
  for (word number = 0; number < plan[CANDIDATES]; number++, at += plan[at] + 1) {
    candidate = plan + at;
    int reached = try(plan[EACH_MS], 0);
    if (plan[EVERY])
      say_outcome(number);
    else if (reached)
      return hit("candidate", number);
    if (number == 0)
      say_visits();
    if (now_ms() > until)
      break;
  }
  ruled = ALL_VISITS;
  candidate = &nothing;
  for (seed = plan[FIRST]; seed < plan[LAST] && now_ms() <= until && work <= plan[MOST_WORK]; seed++) {
    if (try(plan[EACH_MS], 0))
      return hit("seed", seed);
    if (seed == plan[FIRST] && plan[CANDIDATES] == 0)
      say_visits();
  }
  const word counted[] = {seed, stopped, failed, ended, compared, work};
  printf("tried");
  for (unsigned number = 0; number < sizeof counted / sizeof *counted; number++)
    printf(" %llu", (unsigned long long)counted[number]);
  putchar('\n');
  return 0;
}

int search(enum kind kind, char *const arguments[]) {
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, 0);
  read_plan();
  share();
  start_server(kind, arguments);
  int code = try_all();
  end_server();
  return code;
}
