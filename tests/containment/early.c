/* Removes `victim` before `main` or behind it, by the way that WAY names. */
#include <unistd.h>

static void attack(void) { unlink("victim"); }

#if defined CONSTRUCTOR
__attribute__((constructor)) static void early(void) { attack(); }
#elif defined DESTRUCTOR
__attribute__((destructor)) static void late(void) { attack(); }
#elif defined INIT_ARRAY
__attribute__((section(".init_array"), used)) static void (*const early)(void) = attack;
#elif defined PREINIT_ARRAY
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = attack;
#elif defined FINI_ARRAY
__attribute__((section(".fini_array"), used)) static void (*const late)(void) = attack;
#elif defined HOOK
/* The start-up code of every program calls this one if it is there. */
void __gmon_start__(void) { attack(); }
#elif defined RESOLVER
/* The loader asks which function is meant, before anything else runs and before libraries can be called. */
static void nothing(void) {}
static void (*resolve(void))(void) {
#if defined __x86_64__
  long result = 87;
  __asm__ volatile("syscall" : "+a"(result) : "D"("victim") : "rcx", "r11", "memory");
#endif
  return nothing;
}
void chosen(void) __attribute__((ifunc("resolve")));
#elif defined LABEL
int innocent(const char *) __asm__("unlink");
#elif defined INTERPOSED
/* A name that the library itself calls when the program ends. */
void __cxa_finalize(void *unused) { attack(); }
#else
#error "which way?"
#endif

int main(void) {
#ifdef RESOLVER
  chosen();
#endif
#ifdef LABEL
  innocent("victim");
#endif
  return 0;
}
