/* 32-bit x86 programs without any library: what `victim` is for is told in `attacks.c`. */
static int call(int number, unsigned a, unsigned b, unsigned c) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}

static const char victim[] = "victim", made[] = "made";

#if defined UNLINK_32
static int attack(void) { return call(10, (unsigned)victim, 0, 0) == 0; }
#elif defined CREATE_32
static int attack(void) { return call(5, (unsigned)made, 0101, 0600) >= 0; }
#elif defined FORK_32
static int attack(void) {
  int child = call(2, 0, 0, 0);
  if (child == 0)
    call(1, 0, 0, 0);
  return child > 0;
}
#elif defined EXECUTE_32
static int attack(void) {
  static const char shell[] = "/bin/sh", option[] = "-c", text[] = "exit 7";
  const char *const arguments[] = {shell, option, text, 0};
  call(11, (unsigned)shell, (unsigned)arguments, 0);
  return 0;
}
#elif defined KILL_32
static int attack(void) { return call(37, (unsigned)call(64, 0, 0, 0), 0, 0) == 0; }
#elif defined SOCKET_32
static int attack(void) {
  unsigned arguments[] = {2, 1, 0};
  return call(102, 1, (unsigned)arguments, 0) >= 0;
}
#elif defined READ_32
static int attack(void) { return call(5, (unsigned)"secret", 0, 0) >= 0; }
#elif defined SWITCH_32
/* Far call into the 64-bit code segment of Linux: mov $87 (unlink), %eax; syscall; lret. */
__asm__(".text\nwide:\n\t.byte 0xb8, 87, 0, 0, 0\n\t.byte 0x0f, 0x05\n\t.byte 0xcb\n");
static int attack(void) {
  int result;
  __asm__ volatile("lcall $0x33, $wide" : "=a"(result) : "D"(victim) : "ecx", "memory");
  return result == 0;
}
#endif

void _start(void) {
  call(1, attack() ? 7 : 0, 0, 0);
}
