/* Programs that try to do what no program may. Each returns 1 when it came through, and 0 when it was refused.

   One compiled file holds all of them: its own name says which one is meant. They are harmless without any confinement:
   they change only the folder that they run in, where `victim` and `secret` lie, send signal 0, start few processes that
   end by themselves within seconds, and connect to the port of this machine that the file `port` names, if to any. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ------------------------------------------------------------------------------------------------------------ files */

static int unlink_file(void) { return unlink("victim") == 0; }
static int unlinkat_file(void) { return unlinkat(AT_FDCWD, "victim", 0) == 0; }
static int create_file(void) { return open("made", O_CREAT | O_WRONLY, 0600) >= 0; }
static int creat_file(void) { return creat("made", 0600) >= 0; }
static int temporary_file(void) { return open(".", O_TMPFILE | O_RDWR, 0600) >= 0; }
static int overwrite_file(void) { return open("victim", O_WRONLY | O_TRUNC) >= 0; }
static int append_to_file(void) {
  int file = open("victim", O_WRONLY | O_APPEND);
  return file >= 0 && write(file, "more", 4) == 4;
}
static int open_for_truncation(void) { return open("victim", O_RDONLY | O_TRUNC) >= 0; }
static int truncate_file(void) { return truncate("victim", 0) == 0; }
static int rename_file(void) { return rename("victim", "made") == 0; }
static int make_folder(void) { return mkdir("made", 0700) == 0; }
static int make_symlink(void) { return symlink("victim", "made") == 0; }
static int make_hard_link(void) { return link("victim", "made") == 0; }
static int make_fifo(void) { return mkfifo("made", 0600) == 0; }
static int change_mode(void) { return chmod("victim", 0777) == 0; }
static int change_owner(void) { return chown("victim", getuid(), getgid()) == 0; }
static int change_times(void) {
  struct timeval times[2] = {{1, 0}, {1, 0}};
  return utimes("victim", times) == 0;
}
static int set_attribute(void) { return setxattr("victim", "user.note", "x", 1, 0) == 0; }
static int read_secret(void) {
  char text[8];
  int file = open("secret", O_RDONLY);
  return file >= 0 && read(file, text, 6) == 6;
}
static int read_password_file(void) { return fopen("/etc/passwd", "r") != 0; }
static int open_by_openat2(void) {
  struct { unsigned long long flags, mode, resolve; } how = {O_CREAT | O_WRONLY, 0600, 0};
  return syscall(437, AT_FDCWD, "made", &how, sizeof how) >= 0;
}
static int list_folder(void) {
  DIR *folder = opendir(".");
  return folder != 0 && readdir(folder) != 0;
}
static int change_folder(void) { return chdir("/") == 0; }
static int map_file_to_write(void) {
  int file = open("victim", O_RDWR);
  char *at = file < 0 ? MAP_FAILED : mmap(0, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED)
    return 0;
  at[0] = 'X';
  return 1;
}
static int map_file_to_read(void) {
  int file = open("secret", O_RDONLY);
  return file >= 0 && mmap(0, 4, PROT_READ, MAP_PRIVATE, file, 0) != MAP_FAILED;
}
static int write_own_memory_as_file(void) {
  static int value;
  int file = open("/proc/self/mem", O_RDWR), other = 1;
  return file >= 0 && pwrite(file, &other, sizeof other, (off_t)(size_t)&value) == sizeof other && value == 1;
}
static int read_command_of_parent(void) {
  char name[64], text[8];
  snprintf(name, sizeof name, "/proc/%d/cmdline", getppid());
  int file = open(name, O_RDONLY);
  return file >= 0 && read(file, text, 4) == 4;
}
static int descriptor_of_folder(void) { return open(".", O_RDONLY | O_DIRECTORY) >= 0; }
static int watch_folder(void) {
  int watch = inotify_init();
  return watch >= 0 && inotify_add_watch(watch, ".", IN_CREATE) >= 0;
}
static int lock_file(void) {
  int file = open("victim", O_RDWR);
  struct flock lock = {F_WRLCK, SEEK_SET, 0, 0, 0};
  return file >= 0 && fcntl(file, F_SETLK, &lock) == 0;
}

/* -------------------------------------------------------------------------------------------------------- processes */

static int finish(pid_t child) {
  if (child == 0)
    _exit(0);
  return child > 0;
}
static int fork_child(void) { return finish(fork()); }
static int vfork_child(void) {
  pid_t child = vfork();
  if (child == 0)
    _exit(0);
  return child > 0;
}
static int clone_raw(void) { return finish((pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static int clone_shared(void) {
  static char stack[65536] __attribute__((aligned(16)));
  return clone((int (*)(void *))(void *)getpid, stack + sizeof stack, CLONE_VM | CLONE_FILES | SIGCHLD, 0) > 0;
}
static int clone3_child(void) {
  unsigned long long arguments[8] = {0, 0, 0, 0, SIGCHLD};
  return finish((pid_t)syscall(435, arguments, sizeof arguments));
}
static void *nothing(void *unused) { return unused; }
static int start_thread(void) {
  pthread_t thread;
  return pthread_create(&thread, 0, nothing, 0) == 0;
}
static int fork_bomb(void) {
  int made = 0;
  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) {
      sleep(1);
      _exit(0);
    }
    made += child > 0;
  }
  return made > 0;
}
static int daemonise(void) {
  pid_t child = fork();
  if (child < 0)
    return 0;
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      close(0), close(1), close(2);
      sleep(2);
      open("made", O_CREAT | O_WRONLY, 0600);
    }
    _exit(0);
  }
  return 1;
}
static int run_shell(void) { return system("echo > made") == 0; }
static int run_pipe(void) { return popen("echo > made", "w") != 0; }
static int spawn_program(void) {
  char *arguments[] = {"touch", "made", 0};
  pid_t child;
  return posix_spawn(&child, "/bin/touch", 0, 0, arguments, environ) == 0;
}
static int become_program(void) {
  char *arguments[] = {"sh", "-c", "exit 7", 0};
  execve("/bin/sh", arguments, environ);
  return 0;
}
static int become_through_loader(void) {
  char *arguments[] = {"ld", "/bin/sh", "-c", "exit 7", 0};
  execve("/lib64/ld-linux-x86-64.so.2", arguments, environ);
  execve("/lib/ld-linux-aarch64.so.1", arguments, environ);
  return 0;
}
static int become_itself(void) {
  char *arguments[] = {"again", 0};
  execve("/proc/self/exe", arguments, environ);
  return 0;
}
static int again(void) { return 1; }
static int become_by_descriptor(void) {
  char *arguments[] = {"again", 0};
  int file = open("/proc/self/exe", O_RDONLY);
  if (file >= 0 && dup2(file, 100) == 100)
    syscall(SYS_execveat, 100, "", arguments, environ, AT_EMPTY_PATH);
  return 0;
}
static int become_from_memory(void) {
  char *arguments[] = {"sh", "-c", "exit 7", 0}, block[65536];
  int from = open("/bin/sh", O_RDONLY), to = memfd_create("program", 0);
  for (ssize_t count; from >= 0 && to >= 0 && (count = read(from, block, sizeof block)) > 0;)
    if (write(to, block, (size_t)count) != count)
      return 0;
  if (to >= 0)
    fexecve(to, arguments, environ);
  return 0;
}
static int leave_session(void) { return setsid() > 0 || setpgid(0, 0) == 0; }
static int unshare_user(void) { return unshare(CLONE_NEWUSER) == 0; }
static int unshare_files(void) { return unshare(CLONE_FS) == 0; }
static int mount_memory(void) {
  return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && mount("none", ".", "tmpfs", 0, 0) == 0;
}
static int change_root(void) { return unshare(CLONE_NEWUSER) == 0 && chroot(".") == 0; }

/* ---------------------------------------------------------------------------------------------------------- signals */

static int signal_parent(void) { return kill(getppid(), 0) == 0; }
static int signal_group(void) { return kill(0, 0) == 0; }
static int signal_everybody(void) { return kill(-1, 0) == 0; }
static int signal_thread_of_parent(void) { return syscall(SYS_tgkill, getppid(), getppid(), 0) == 0; }
static int signal_with_tkill(void) { return syscall(SYS_tkill, getppid(), 0) == 0; }
static int queue_signal(void) {
  union sigval value = {0};
  return sigqueue(getppid(), 0, value) == 0;
}
static int signal_by_descriptor(void) {
  int parent = (int)syscall(434, getppid(), 0);
  return parent >= 0 && syscall(424, parent, 0, 0, 0) == 0;
}
static int be_traced(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
static int trace_child(void) {
  pid_t child = fork();
  if (child == 0) {
    sleep(1);
    _exit(0);
  }
  return child > 0 && ptrace(PTRACE_SEIZE, child, 0, 0) == 0;
}
static int read_other_memory(void) {
  char text[8];
  struct iovec here = {text, 8}, there = {text, 8};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 8;
}
static int write_other_memory(void) {
  char text[8] = "abcdefg", other[8];
  struct iovec here = {text, 8}, there = {other, 8};
  return process_vm_writev(getpid(), &here, 1, &there, 1, 0) == 8;
}
static int outlive_parent(void) { return prctl(PR_SET_PDEATHSIG, 0) == 0; }
static int adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }
static int timer_signal(void) {
  timer_t timer;
  return timer_create(CLOCK_MONOTONIC, 0, &timer) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- network */

static struct sockaddr_in address(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  FILE *file = fopen("port", "r");
  int port = 9;
  if (file != 0 && fscanf(file, "%d", &port) != 1)
    port = 9;
  at.sin_port = htons((unsigned short)port);
  return at;
}
static int connect_tcp(void) {
  struct sockaddr_in at = address();
  int end = socket(AF_INET, SOCK_STREAM, 0);
  return end >= 0 && connect(end, (struct sockaddr *)&at, sizeof at) == 0;
}
static int listen_tcp(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int end = socket(AF_INET, SOCK_STREAM, 0);
  return end >= 0 && bind(end, (struct sockaddr *)&at, sizeof at) == 0 && listen(end, 1) == 0;
}
static int send_udp(void) {
  struct sockaddr_in at = address();
  int end = socket(AF_INET, SOCK_DGRAM, 0);
  return end >= 0 && sendto(end, "x", 1, 0, (struct sockaddr *)&at, sizeof at) == 1;
}
static int bind_unix(void) {
  struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "made"};
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  return end >= 0 && bind(end, (struct sockaddr *)&at, sizeof at) == 0;
}
static int bind_abstract(void) {
  struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "\0veriabs-attack"};
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  return end >= 0 && bind(end, (struct sockaddr *)&at, offsetof(struct sockaddr_un, sun_path) + 15) == 0;
}
static int make_netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }

/* ------------------------------------------------------------------------------------------ the kernel's other doors */

static int ring(void) {
  struct io_uring_params parameters;
  memset(&parameters, 0, sizeof parameters);
  return syscall(425, 4, &parameters) >= 0;
}
static int fault_handler(void) { return syscall(SYS_userfaultfd, 1 /* of user space only */) >= 0; }
static int count_events(void) {
  struct perf_event_attr about = {.type = PERF_TYPE_SOFTWARE, .size = sizeof about, .exclude_kernel = 1};
  return syscall(SYS_perf_event_open, &about, 0, -1, -1, 0) >= 0;
}
static int add_key(void) { return syscall(SYS_add_key, "user", "veriabs-attack", "x", 1, -2 /* of the process */) >= 0; }
static int shared_memory(void) {
  int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  return memory >= 0 && shmctl(memory, IPC_RMID, 0) == 0;
}
static int message_queue(void) {
  int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  return queue >= 0 && msgctl(queue, IPC_RMID, 0) == 0;
}
static int semaphore(void) {
  int set = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  return set >= 0 && semctl(set, 0, IPC_RMID) == 0;
}
static int memory_file(void) { return memfd_create("kept", 0) >= 0; }
static int change_personality(void) { return personality(ADDR_NO_RANDOMIZE) >= 0; }
static int raise_limit(void) {
  struct rlimit limit = {64, 64};
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}
static int change_priority(void) { return setpriority(PRIO_PROCESS, 0, 19) == 0; }
static int choose_processor(void) {
  cpu_set_t all;
  CPU_ZERO(&all);
  CPU_SET(0, &all);
  return sched_setaffinity(0, sizeof all, &all) == 0;
}
static int wait_and_unlink(void) {
  struct timespec second = {1, 0};
  nanosleep(&second, 0);
  return unlink("victim") == 0;
}
static int spin_and_unlink(void) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do
    clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_sec < begin.tv_sec + 2);
  return unlink("victim") == 0;
}
static int unlink_on_signal_of_the_end(void) { /* the end may be announced by SIGTERM */
  static volatile int ended;
  struct sigaction take = {.sa_handler = (void (*)(int))(void *)unlink_file};
  sigaction(SIGALRM, &take, 0);
  alarm(1);
  for (time_t until = time(0) + 3; !ended && time(0) < until;)
    ended = access("victim", F_OK) != 0;
  return ended;
}
static int unlink_at_exit(void) {
  atexit((void (*)(void))unlink_file);
  exit(7);
}
static int write_descriptor(void) { return write(50, "x", 1) == 1; }
static int duplicate_output(void) { return dup2(2, 9) == 9; }
static int open_many(void) {
  int last = 0;
  for (int i = 0; i < 100; i++)
    last = dup(2);
  return last > 50;
}
static int much_memory(void) {
  for (int i = 0; i < 24; i++)
    if (mmap(0, 1UL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
      return 0;
  return 1;
}

static int clone_sibling(void) { return finish((pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)); }
static int replace_input(void) { return dup3(1, 0, 0) == 0; }
static int filter_itself(void) {
  struct sock_filter step = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog all = {1, &step};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
}
static int listen_to_filter(void) { /* whoever holds the descriptor answers system calls */
  struct sock_filter step = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog all = {1, &step};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &all) >= 0;
}
static int make_rules(void) {
  unsigned long long files = 1;
  return syscall(444, &files, sizeof files, 0) >= 0;
}
static int shared_memory_by_name(void) {
  int memory = shm_open("/veriabs-attack", O_CREAT | O_RDWR, 0600);
  return memory >= 0 && shm_unlink("/veriabs-attack") == 0;
}
static int message_queue_by_name(void) {
  mqd_t queue = mq_open("/veriabs-attack", O_CREAT | O_RDWR, 0600, 0);
  return queue != (mqd_t)-1 && mq_unlink("/veriabs-attack") == 0;
}
static int read_environment_of_parent(void) {
  char name[64], text[8];
  snprintf(name, sizeof name, "/proc/%d/environ", getppid());
  int file = open(name, O_RDONLY);
  return file >= 0 && read(file, text, 4) == 4;
}
static int list_processes(void) {
  DIR *folder = opendir("/proc");
  return folder != 0 && readdir(folder) != 0;
}
static int take_descriptor(void) {
  int self = (int)syscall(434, getpid(), 0);
  return self >= 0 && syscall(438, self, 0, 0) >= 0;
}
static int lock_with_priority(void) {
  static int lock;
  return syscall(SYS_futex, &lock, 6 /* FUTEX_LOCK_PI */, 0, 0, 0, 0) == 0;
}
static int lock_memory(void) {
  static char page[4096];
  return mlock(page, sizeof page) == 0;
}
static int run_in_background(void) {
  struct sched_param none = {0};
  return sched_setscheduler(0, SCHED_IDLE, &none) == 0;
}
static int interval_timer(void) {
  struct itimerval second = {{0, 0}, {1, 0}};
  return setitimer(ITIMER_REAL, &second, 0) == 0;
}
static int timer_descriptor(void) { return timerfd_create(CLOCK_MONOTONIC, 0) >= 0; }
static int event_descriptor(void) { return eventfd(0, 0) >= 0; }
static int poll_descriptor(void) { return epoll_create1(0) >= 0; }
static int signal_descriptor(void) {
  sigset_t all;
  sigfillset(&all);
  return signalfd(-1, &all, 0) >= 0;
}
static int pair_of_sockets(void) {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}
static int limit_parent(void) { /* as it is limited already */
  struct rlimit now;
  return syscall(SYS_prlimit64, getppid(), RLIMIT_CORE, 0, &now) == 0 &&
         syscall(SYS_prlimit64, getppid(), RLIMIT_CORE, &now, 0) == 0;
}
static int compare_with_parent(void) { return syscall(SYS_kcmp, getpid(), getppid(), 0, 1, 1) >= 0; }
static int change_mask(void) { return (umask(0), 1); }
static int handle_of_file(void) {
  struct { unsigned bytes; int type; char of[128]; } handle = {128};
  int mount;
  return syscall(SYS_name_to_handle_at, AT_FDCWD, "victim", &handle, &mount, 0) == 0;
}

/* --------------------------------------------------------------------------------------------------- without library */

#if defined __x86_64__
static long raw(long number, long a, long b, long c) {
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return number;
}
static int inline_assembly(void) { return raw(SYS_unlink, (long)"victim", 0, 0) == 0; }
static int numbers_of_x32(void) { return raw(0x40000000 | SYS_unlink, (long)"victim", 0, 0) == 0; }
static int numbers_of_i386(void) {
  char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  long result = 10; /* unlink */
  strcpy(low, "victim");
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(low) : "memory");
  return result == 0;
}
static int code_made_at_run_time(void) { /* mov $SYS_unlink, %eax; syscall; ret */
  static const unsigned char code[] = {0xb8, SYS_unlink, 0, 0, 0, 0x0f, 0x05, 0xc3};
  char *at = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    return 0;
  memcpy(at, code, sizeof code);
  return ((long (*)(const char *))(void *)at)("victim") == 0;
}
#elif defined __aarch64__
static int inline_assembly(void) {
  register long number __asm__("x8") = SYS_unlinkat;
  register long result __asm__("x0") = AT_FDCWD;
  register const char *name __asm__("x1") = "victim";
  register long flags __asm__("x2") = 0;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(number), "r"(name), "r"(flags) : "memory");
  return result == 0;
}
#endif

#define ATTACK(name) {#name, name}
static const struct { const char *name; int (*run)(void); } attacks[] = {
  ATTACK(unlink_file), ATTACK(unlinkat_file), ATTACK(create_file), ATTACK(creat_file), ATTACK(temporary_file),
  ATTACK(overwrite_file), ATTACK(append_to_file), ATTACK(open_for_truncation), ATTACK(truncate_file),
  ATTACK(rename_file), ATTACK(make_folder), ATTACK(make_symlink), ATTACK(make_hard_link), ATTACK(make_fifo),
  ATTACK(change_mode), ATTACK(change_owner), ATTACK(change_times), ATTACK(set_attribute), ATTACK(read_secret),
  ATTACK(read_password_file), ATTACK(open_by_openat2), ATTACK(list_folder), ATTACK(change_folder),
  ATTACK(map_file_to_write), ATTACK(map_file_to_read), ATTACK(write_own_memory_as_file), ATTACK(read_command_of_parent),
  ATTACK(descriptor_of_folder), ATTACK(watch_folder), ATTACK(lock_file),
  ATTACK(fork_child), ATTACK(vfork_child), ATTACK(clone_raw), ATTACK(clone_shared), ATTACK(clone3_child),
  ATTACK(start_thread), ATTACK(fork_bomb), ATTACK(daemonise), ATTACK(run_shell), ATTACK(run_pipe),
  ATTACK(spawn_program), ATTACK(become_program), ATTACK(become_through_loader), ATTACK(become_itself), ATTACK(again),
  ATTACK(become_by_descriptor), ATTACK(become_from_memory), ATTACK(leave_session), ATTACK(unshare_user),
  ATTACK(unshare_files), ATTACK(mount_memory), ATTACK(change_root),
  ATTACK(signal_parent), ATTACK(signal_group), ATTACK(signal_everybody), ATTACK(signal_thread_of_parent),
  ATTACK(signal_with_tkill), ATTACK(queue_signal), ATTACK(signal_by_descriptor), ATTACK(be_traced),
  ATTACK(trace_child), ATTACK(read_other_memory), ATTACK(write_other_memory), ATTACK(outlive_parent),
  ATTACK(adopt_orphans), ATTACK(timer_signal),
  ATTACK(connect_tcp), ATTACK(listen_tcp), ATTACK(send_udp), ATTACK(bind_unix), ATTACK(bind_abstract),
  ATTACK(make_netlink),
  ATTACK(ring), ATTACK(fault_handler), ATTACK(count_events), ATTACK(add_key), ATTACK(shared_memory),
  ATTACK(message_queue), ATTACK(semaphore), ATTACK(memory_file), ATTACK(change_personality), ATTACK(raise_limit),
  ATTACK(change_priority), ATTACK(choose_processor), ATTACK(wait_and_unlink), ATTACK(spin_and_unlink),
  ATTACK(unlink_on_signal_of_the_end), ATTACK(unlink_at_exit), ATTACK(write_descriptor), ATTACK(duplicate_output),
  ATTACK(open_many), ATTACK(much_memory),
  ATTACK(clone_sibling), ATTACK(replace_input), ATTACK(filter_itself), ATTACK(listen_to_filter), ATTACK(make_rules),
  ATTACK(shared_memory_by_name), ATTACK(message_queue_by_name), ATTACK(read_environment_of_parent),
  ATTACK(list_processes), ATTACK(take_descriptor), ATTACK(lock_with_priority), ATTACK(lock_memory),
  ATTACK(run_in_background), ATTACK(interval_timer), ATTACK(timer_descriptor), ATTACK(event_descriptor),
  ATTACK(poll_descriptor), ATTACK(signal_descriptor), ATTACK(pair_of_sockets), ATTACK(limit_parent),
  ATTACK(compare_with_parent), ATTACK(change_mask), ATTACK(handle_of_file), ATTACK(inline_assembly),
#if defined __x86_64__
  ATTACK(numbers_of_x32), ATTACK(numbers_of_i386), ATTACK(code_made_at_run_time),
#endif
};

int main(int count, char **words) {
  const char *name = count > 0 ? strrchr(words[0], '/') : 0;
  name = name != 0 ? name + 1 : words[0];
  for (unsigned i = 0; i < sizeof attacks / sizeof attacks[0]; i++)
    if (strcmp(name, attacks[i].name) == 0)
      return attacks[i].run() ? 7 : 0;
  return 2;
}
