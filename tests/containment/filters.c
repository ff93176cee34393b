/* Prints the filters as they would be installed, step by step, and the numbers that this machine's calls have. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/prctl.h>
static int print_filter(int what, ...);
#define prctl print_filter
#include "../../veriabs/confine/native/filters.c"
#undef prctl
#include <stdarg.h>
#include <stdlib.h>

void refuse(const char *what) {
  puts(what);
  exit(1);
}

static int print_filter(int what, ...) {
  va_list rest;
  va_start(rest, what);
  va_arg(rest, int);
  const struct sock_fprog *filter = va_arg(rest, const struct sock_fprog *);
  for (unsigned i = 0; i < filter->len; i++)
    printf("step %u %u %u %u\n", filter->filter[i].code, filter->filter[i].jt, filter->filter[i].jf, filter->filter[i].k);
  return 0;
}

#define CALL(name) printf("call %s %d\n", #name, __NR_##name);
int main(void) {
  printf("machine %u\npid %d\n", NATIVE, getpid());
  CALL(read) CALL(write) CALL(openat) CALL(clone) CALL(dup3) CALL(prctl) CALL(tgkill) CALL(execve) CALL(execveat) CALL(futex)
  CALL(socket) CALL(kill) CALL(ptrace) CALL(unlinkat) CALL(mmap) CALL(exit_group) CALL(io_uring_setup) CALL(prlimit64)
  CALL(clone3) CALL(setsid) CALL(memfd_create) CALL(connect)
  const enum kind all[] = {PROGRAM, SERVER, COMPILER};
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
    printf("kind %d\n", all[i]);
    seccomp_install(all[i]);
  }
}
