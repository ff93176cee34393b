/* What the programs of Csmith include, small enough that nothing but the program is compared.

   The runner adds those functions of Csmith's safe_math.h that are called. The reference prints the checksum, with CHECKSUM it is an assertion. */
#include <stdint.h>
#include <limits.h>
#include <float.h>
#include <string.h>

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)

static uint64_t crc32_context;

static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, char *name, int flag) {
  crc32_context = (crc32_context ^ value) * 1099511628211u;
  crc32_context = crc32_context ^ (crc32_context >> 29);
}

static void transparent_crc_bytes(char *at, int count, char *name, int flag) {
  for (int i = 0; i < count; i++) transparent_crc((unsigned char)at[i], name, flag);
}

static void platform_main_begin(void) {}

#ifdef CHECKSUM
extern void __VERIFIER_assert(int);
static void platform_main_end(uint64_t crc, int flag) { __VERIFIER_assert(crc == CHECKSUM); }
#else
extern int printf(const char *, ...);
static void platform_main_end(uint64_t crc, int flag) { printf("checksum %llu\n", (unsigned long long)crc); }
#endif
