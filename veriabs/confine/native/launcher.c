/* Confines itself and becomes a program: launcher KIND [WORD...] -- PROGRAM [ARGUMENT...]

   KIND is one of
     program     runs a generated program of this machine
     program32   runs a generated program of 32-bit x86
     search      runs one with many inputs, described on standard input; search32 likewise
     compile     runs a compiler that is on PATH
     probe       runs nothing, and prints what the kernel offers
   and WORD is one of
     read=PATH   a file or folder that may be read
     run=PATH    one that may be read and executed
     write=PATH  one that may be read and written
     sanitized   the program may read the lists of its own mappings and environment, as sanitizers do
     parent=PID  the process that has started this one, and with which it ends */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

void refuse(const char *what) {
  dprintf(2, "veriabs: not confined: %s\n", what);
  _exit(NOT_CONFINED);
}

/* ---------------------------------------------------------------------------------------------- what it starts from */

static void close_descriptors(void) {
  long most = sysconf(_SC_OPEN_MAX);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3U, ~0U, 0) == 0)
    return;
#endif
  for (int descriptor = 3; descriptor < (most < 0 ? 65536 : most); descriptor++)
    close(descriptor);
}

/* Root without capabilities is an ordinary user that owns much; that is what Landlock is for. */
void drop_privileges(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED);
  for (int capability = 0; capability < 64; capability++)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &header, none) != 0)
    refuse("the capabilities cannot be dropped");
}

static void limit(int what, rlim_t most) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0)
    return;
  if (most > now.rlim_max)
    most = now.rlim_max;
  now.rlim_cur = now.rlim_max = most;
  setrlimit(what, &now);
}

void limit_program(void) {
  limit(RLIMIT_STACK, (rlim_t)1 << 30); /* holds large arrays, and ends endless recursion */
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
}

void limit_compiler(void) {
  limit(RLIMIT_FSIZE, (rlim_t)1 << 30);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 256);
  limit(RLIMIT_NPROC, 4096);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
}

/* The kernel ends what takes the machine's memory first. */
static void volunteer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    if (write(file, "1000", 4) < 0) {}
    close(file);
  }
}

static void die_with(const char *parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    refuse("the kernel does not tell of the parent's death");
  if (getppid() != atoi(parent)) /* it was gone before it could be asked for */
    _exit(NOT_CONFINED);
}

/* ------------------------------------------------------------------------------------------------------- the program */

static void open_as(int number, const char *path, int flags, const char *otherwise) {
  int file = open(path, flags | O_CLOEXEC);
  if (file < 0 || (file != number && dup3(file, number, O_CLOEXEC) != number))
    refuse(otherwise);
  if (file != number)
    close(file);
}

void start_program(char *const arguments[], char *const environment[]) {
  syscall(SYS_execveat, START, "", arguments, environment, AT_EMPTY_PATH);
  refuse("the program cannot be started");
}

void silence(int descriptor) {
  if (dup2(NOWHERE, descriptor) < 0)
    refuse("there is no /dev/null");
}

/* The rule is for the file as it is now, so the kernel must not forget it: the descriptor stays, without any rights. */
static void permit_own(int rules, const char *path) {
  int file = open(path, O_PATH);
  if (rules >= 0 && file >= 0)
    landlock_permit_descriptor(rules, file, 'r');
}

static void permit_sanitizers(int rules) {
  permit_own(rules, "/proc/self/maps");
  permit_own(rules, "/proc/self/environ");
}

/* ------------------------------------------------------------------------------------------------ what there is */

static int probe(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  printf("landlock %d\nseccomp %d\n", landlock_abi(), seccomp_works());
  fflush(stdout);
  landlock_end(landlock_begin());
  if (seccomp_works())
    seccomp_install(PROGRAM);
  return 0;
}

/* -------------------------------------------------------------------------------------------------------------- main */

static void obey(int rules, const char *word) {
  if (strncmp(word, "read=", 5) == 0)
    landlock_permit(rules, word + 5, 'r');
  else if (strncmp(word, "run=", 4) == 0)
    landlock_permit(rules, word + 4, 'x');
  else if (strncmp(word, "write=", 6) == 0)
    landlock_permit(rules, word + 6, 'w');
  else if (strncmp(word, "parent=", 7) == 0)
    die_with(word + 7);
  else if (strcmp(word, "sanitized") == 0)
    permit_sanitizers(rules);
  else
    refuse("unknown word");
}

static int compile(char *const arguments[], int rules) {
  limit_compiler();
  landlock_end(rules);
  seccomp_install(COMPILER);
  execvp(arguments[0], arguments);
  refuse(strerror(errno));
}

static int run(enum kind kind, char *const arguments[], int rules) {
  open_as(START, arguments[0], O_RDONLY, "there is no program");
  open_as(NOWHERE, "/dev/null", O_RDWR, "there is no /dev/null");
  if (rules >= 0)
    landlock_permit_descriptor(rules, START, 'x');
  landlock_end(rules);
  drop_privileges();
  if (kind == SERVER || kind == SERVER_32)
    return search(kind, arguments);
  silence(1);
  limit_program();
  seccomp_install(kind);
  start_program(arguments, environ);
}

static const char *const kinds[] = {[PROGRAM] = "program", [PROGRAM_32] = "program32", [SERVER] = "search", [SERVER_32] = "search32"};

int main(int count, char **words) {
  const char *kind = count > 1 ? words[1] : "";
  if (strcmp(kind, "probe") == 0)
    return probe();
  close_descriptors();
  volunteer();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    refuse("the kernel does not let go of privileges");
  int rules = landlock_begin(), next = 2;
  for (; next < count && strcmp(words[next], "--") != 0; next++)
    obey(rules, words[next]);
  char *const *arguments = words + next + 1;
  if (next + 1 >= count)
    refuse("there is no program");
  if (strcmp(kind, "compile") == 0)
    return compile(arguments, rules);
  for (unsigned which = 0; which < sizeof kinds / sizeof kinds[0]; which++)
    if (strcmp(kind, kinds[which]) == 0)
      return run((enum kind)which, arguments, rules);
  refuse("unknown kind");
}
