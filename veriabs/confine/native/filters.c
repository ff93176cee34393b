/* System calls: what a program may ask the kernel for is listed, everything else ends it.

   A call with a number that this list does not know yet is answered as by an older kernel; C libraries expect that. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define NATIVE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define NATIVE AUDIT_ARCH_AARCH64
#else
#error "no list of system calls for this machine"
#endif
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif
#define FAIL(number) (SECCOMP_RET_ERRNO | (number))
#define ENDS SECCOMP_RET_KILL_PROCESS
#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))
#define X32 0x40000000U
enum { NEWEST = 469, LARGEST_FILE = 020000000 /* what O_TMPFILE adds to O_DIRECTORY */ };
#define WRITES (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | LARGEST_FILE)

/* Memory, time, the end, what the loader and the sanitizers ask about the process itself. */
static const int harmless[] = {
  __NR_read, __NR_readv, __NR_pread64, __NR_close, __NR_fstat, __NR_newfstatat, __NR_lseek, __NR_mmap, __NR_munmap,
  __NR_mremap, __NR_mprotect, __NR_brk, __NR_madvise, __NR_exit, __NR_exit_group, __NR_set_tid_address,
  __NR_set_robust_list, __NR_getpid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_uname,
  __NR_sysinfo, __NR_getrandom, __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_sched_getaffinity,
  __NR_sched_yield, __NR_getcpu, __NR_sigaltstack, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn,
  __NR_restart_syscall, __NR_readlinkat, __NR_getrusage,
#ifdef __NR_rseq
  __NR_rseq,
#endif
#ifdef __NR_getrlimit
  __NR_getrlimit,
#endif
#ifdef __x86_64__
  __NR_stat, __NR_lstat, __NR_readlink, __NR_time,
#endif
};

/* What C libraries and sanitizers try, and can do without. */
static const struct { int call, error; } refused[] = {
  {__NR_ioctl, ENOTTY}, {__NR_fcntl, EPERM}, {__NR_faccessat, ENOENT}, {__NR_statfs, ENOSYS}, {__NR_personality, EPERM},
  {__NR_setrlimit, EPERM}, {__NR_pipe2, EMFILE}, {__NR_socketpair, EMFILE},
#ifdef __NR_faccessat2
  {__NR_faccessat2, ENOENT},
#endif
#ifdef __NR_statx
  {__NR_statx, ENOSYS},
#endif
#ifdef __NR_clone3
  {__NR_clone3, ENOSYS},
#endif
#ifdef __x86_64__
  {__NR_access, ENOENT}, {__NR_pipe, EMFILE},
#endif
};

/* 32-bit x86: a static program that asks for nothing but memory and its end. */
#ifdef __x86_64__
enum { I386_RESTART = 0, I386_EXIT = 1, I386_READ = 3, I386_WRITE = 4, I386_GETPID = 20, I386_KILL = 37,
       I386_MUNMAP = 91, I386_CLONE = 120, I386_PRCTL = 172, I386_MMAP2 = 192, I386_DUP3 = 330, I386_EXIT_GROUP = 252, I386_CLOCK_GETTIME = 265 };
static const int harmless_32[] = {I386_RESTART, I386_EXIT, I386_READ, I386_GETPID, I386_MUNMAP, I386_MMAP2,
                                  I386_EXIT_GROUP, I386_CLOCK_GETTIME};
#endif

/* A compiler is trusted, what it reads is not: it makes processes and files as the rules of Landlock permit. */
static const int never[] = {
  __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_sendto,
  __NR_sendmsg, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kill, __NR_tkill, __NR_rt_sigqueueinfo,
  __NR_setsid, __NR_setpgid, __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot,
  __NR_bpf, __NR_perf_event_open, __NR_keyctl, __NR_add_key, __NR_request_key, __NR_init_module, __NR_finit_module,
  __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff, __NR_sethostname, __NR_setdomainname,
  __NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_acct, __NR_quotactl, __NR_open_by_handle_at, __NR_mknodat,
  __NR_shmget, __NR_msgget, __NR_semget, __NR_mq_open, __NR_userfaultfd, __NR_syslog, __NR_vhangup, __NR_personality,
#ifdef __NR_io_uring_setup
  __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
#endif
#ifdef __NR_pidfd_getfd
  __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_pidfd_open,
#endif
#ifdef __NR_fsopen
  __NR_fsopen, __NR_fsmount, __NR_move_mount, __NR_open_tree, __NR_fspick,
#endif
#ifdef __x86_64__
  __NR_mknod, __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
};

static struct sock_filter steps[512];
static unsigned short length;

static void step(unsigned short code, unsigned operand, unsigned yes, unsigned no) {
  if (length == LENGTH(steps))
    refuse("the filter is too long");
  steps[length++] = (struct sock_filter){code, (unsigned char)yes, (unsigned char)no, operand};
}

static void load(unsigned offset) { step(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void answer(unsigned action) { step(BPF_RET | BPF_K, action, 0, 0); }
static void is(unsigned value, unsigned skipped) { step(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped); }

static void on(int call, unsigned action) {
  is((unsigned)call, 1);
  answer(action);
}

/* The lower half of an argument: of an int, the kernel reads no more. Both machines are little-endian. */
static void load_argument(unsigned which) {
  load(offsetof(struct seccomp_data, args) + 8 * which);
}

/* Allowed if the comparison (BPF_JEQ, BPF_JGT, BPF_JSET) of an int argument comes out as `wanted`. */
static void compare(int call, unsigned which, unsigned comparison, unsigned value, int wanted, unsigned otherwise) {
  is((unsigned)call, 4);
  load_argument(which);
  step((unsigned short)(BPF_JMP | comparison | BPF_K), value, wanted ? 0 : 1, wanted ? 1 : 0);
  answer(SECCOMP_RET_ALLOW);
  answer(otherwise);
}

/* Allowed if a pointer argument is null. */
static void if_null(int call, unsigned which, unsigned otherwise) {
  is((unsigned)call, 6);
  load(offsetof(struct seccomp_data, args) + 8 * which + 4);
  is(0, 3);
  load_argument(which);
  is(0, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(otherwise);
}

/* The next `belong` steps are for system calls of this architecture; `known` is left to be patched by `block_ends`. */
static unsigned short block_begins(unsigned architecture) {
  load(offsetof(struct seccomp_data, arch));
  step(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  step(BPF_JMP | BPF_JA, 0, 0, 0);
  load(offsetof(struct seccomp_data, nr));
  return (unsigned short)(length - 2);
}

static void block_ends(unsigned short jump, unsigned action) {
  answer(action);
  steps[jump].k = (unsigned)(length - jump - 1);
}

/* What a server does before the program is in its place; every process that it makes forbids itself all of that. */
static void list_serving(int clone, int dup3, int prctl) {
  compare(clone, 0, BPF_JEQ, CLONE_PARENT | SIGCHLD, 1, ENDS);
  compare(dup3, 1, BPF_JEQ, 0, 1, ENDS);
  on(prctl, SECCOMP_RET_ALLOW);
}

static void list_native(unsigned self, int serves) {
  unsigned short block = block_begins(NATIVE);
#ifdef __x86_64__
  step(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
  answer(ENDS);
#endif
  step(BPF_JMP | BPF_JGT | BPF_K, NEWEST, 0, 1);
  answer(FAIL(ENOSYS));
  for (unsigned i = 0; i < LENGTH(harmless); i++)
    on(harmless[i], SECCOMP_RET_ALLOW);
  for (unsigned i = 0; i < LENGTH(refused); i++)
    on(refused[i].call, FAIL((unsigned)refused[i].error));
  compare(__NR_write, 0, BPF_JGT, 2, 0, ENDS);
  compare(__NR_writev, 0, BPF_JGT, 2, 0, ENDS);
  compare(__NR_futex, 1, BPF_JSET, ~(FUTEX_WAKE | FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME), 0, FAIL(ENOSYS));
  compare(__NR_openat, 2, BPF_JSET, WRITES, 0, ENDS);
  compare(__NR_execveat, 0, BPF_JEQ, START, 1, ENDS);
  if (serves) {
    list_serving(__NR_clone, __NR_dup3, __NR_prctl);
    on(__NR_tgkill, SECCOMP_RET_ALLOW);
  }
  compare(__NR_tgkill, 0, BPF_JEQ, self, 1, ENDS);
  compare(__NR_prctl, 0, BPF_JEQ, 0x53564d41 /* PR_SET_VMA: a name for memory */, 1, FAIL(EINVAL));
  if_null(__NR_prlimit64, 2, FAIL(EPERM));
#ifdef __x86_64__
  compare(__NR_open, 1, BPF_JSET, WRITES, 0, ENDS);
  compare(__NR_arch_prctl, 0, BPF_JEQ, 0x1002 /* ARCH_SET_FS */, 1, FAIL(EINVAL));
#endif
  block_ends(block, ENDS);
}

static void list_32(unsigned self, int serves) {
#ifdef __x86_64__
  unsigned short block = block_begins(NATIVE);
  compare(__NR_execveat, 0, BPF_JEQ, START, 1, ENDS);
  on(__NR_write, SECCOMP_RET_ALLOW);
  on(__NR_exit_group, SECCOMP_RET_ALLOW);
  block_ends(block, ENDS);
  block = block_begins(AUDIT_ARCH_I386);
  for (unsigned i = 0; i < LENGTH(harmless_32); i++)
    on(harmless_32[i], SECCOMP_RET_ALLOW);
  compare(I386_WRITE, 0, BPF_JGT, 2, 0, ENDS);
  if (serves) {
    list_serving(I386_CLONE, I386_DUP3, I386_PRCTL);
    on(I386_KILL, SECCOMP_RET_ALLOW);
  }
  compare(I386_KILL, 0, BPF_JEQ, self, 1, ENDS);
  block_ends(block, ENDS);
#else
  (void)self, (void)serves;
  refuse("this machine runs no 32-bit x86 programs");
#endif
}

static void list_compiler(void) {
  unsigned short block = block_begins(NATIVE);
#ifdef __x86_64__
  step(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
  answer(ENDS);
#endif
  for (unsigned i = 0; i < LENGTH(never); i++)
    on(never[i], FAIL(EPERM));
  block_ends(block, SECCOMP_RET_ALLOW);
}

void seccomp_install(enum kind kind) {
  struct sock_fprog filter = {0, steps};
  length = 0;
  switch (kind) {
  case PROGRAM:
  case SERVER: list_native((unsigned)getpid(), kind == SERVER); break;
  case PROGRAM_32:
  case SERVER_32: list_32((unsigned)getpid(), kind == SERVER_32); break;
  case COMPILER: list_compiler(); break;
  }
  answer(ENDS);
  filter.len = length;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    refuse("the kernel refuses filters of system calls (seccomp)");
}

/* Asked with an address that cannot be read, a kernel that has filters complains of the address. */
int seccomp_works(void) {
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0) != 0 && errno == EFAULT;
}
