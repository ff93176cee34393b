/* What the programs of Csmith include, small enough that nothing but the program is compared.

   The runner adds those functions of Csmith's safe_math.h that are called. The reference reports the checksum, with CHECKSUM it is an assertion. */
#include <stdint.h>
#include <limits.h>
#include <float.h>

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
static double csmith_fabs(double x) { return x < 0 ? -x : x; }
#define fabs csmith_fabs
#define fabsf csmith_fabs
#define FUNC_NAME(x) (safe_##x)

static uint64_t crc32_context;

static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, char *name, int flag) {
  crc32_context = (crc32_context ^ value) * 1099511628211u;
  crc32_context = crc32_context ^ (crc32_context >> 29);
}

/* Floating-point objects go into the checksum by their value, with 24 bits behind the point. */
static void transparent_crc_number(double value) {
  int whole = value > -4e18 && value < 4e18;
  transparent_crc(whole ? (uint64_t)(int64_t)value : value > 0 ? 1u : 2u, "", 0);
  transparent_crc(whole ? (uint64_t)(int64_t)((value - (double)(int64_t)value) * 16777216.0) : 3u, "", 0);
}
#define transparent_crc_bytes(at, count, name, flag) transparent_crc_number(*(at))

static void platform_main_begin(void) {}

#ifdef CHECKSUM
extern void __VERIFIER_assert(int);
static void platform_main_end(uint64_t crc, int flag) { __VERIFIER_assert(crc == CHECKSUM); }
#else
void conformance_checksum(uint64_t);
static void platform_main_end(uint64_t crc, int flag) { conformance_checksum(crc); }
#endif
