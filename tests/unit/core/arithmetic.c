/* Reads lines `operator left-type right-type left right` and answers with what C computes: `defined size signed value`.
   Made for x86-64 Linux and -fwrapv: the value is the one that wraps, and `defined` whether the standard promises it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long whole(const char *text) {
  return text[0] == '-' ? strtoll(text, NULL, 10) : (long long)strtoull(text, NULL, 10);
}
#define READ(T, text) (_Generic((T)0, float: 1, double: 1, default: 0) ? (T)strtod(text, NULL) : (T)whole(text))
#define SIGNED(T) ((T)-1 < (T)1)
#define ANSWER(ok, v) do { __typeof__(v) v_ = (v); \
  if (_Generic(v_, float: 1, double: 1, default: 0)) printf("%d %zu 1 %a\n", ok, sizeof v_, (double)v_); \
  else if (SIGNED(__typeof__(v_))) printf("%d %zu 1 %lld\n", ok, sizeof v_, (long long)v_); \
  else printf("%d %zu 0 %llu\n", ok, sizeof v_, (unsigned long long)v_); return; } while (0)
#define IS(text) (strcmp(op, text) == 0)


/* One function for each pair of types; `FLOATS` where one of them is floating. */
#define FUNCTION(name, L, R, body) static void name(const char *op, const char *one, const char *two) { \
  const L a = READ(L, one); const R b = READ(R, two); \
  typedef __typeof__(a + b) T; typedef __typeof__(+a) S; const T x = (T)a, y = (T)b; const S s = a; body BOTH }
#define BOTH \
  if (IS("<")) ANSWER(1, a < b); if (IS("<=")) ANSWER(1, a <= b); if (IS(">")) ANSWER(1, a > b); \
  if (IS(">=")) ANSWER(1, a >= b); if (IS("==")) ANSWER(1, a == b); if (IS("!=")) ANSWER(1, a != b); \
  if (IS("&&")) ANSWER(1, a && b); if (IS("||")) ANSWER(1, a || b); \
  if (IS("?:")) ANSWER(1, a ? b : a); if (IS("unary !")) ANSWER(1, !a);
#define INTEGERS(name, L, R) FUNCTION(name, L, R, \
  const T low = SIGNED(T) ? (T)1 << (8 * sizeof(T) - 1) : 0; \
  const S high = SIGNED(S) ? ~((S)1 << (8 * sizeof(S) - 1)) : (S)-1; \
  if (IS("+")) ANSWER(!SIGNED(T) || !__builtin_add_overflow_p(x, y, (T)0), a + b); \
  if (IS("-")) ANSWER(!SIGNED(T) || !__builtin_sub_overflow_p(x, y, (T)0), a - b); \
  if (IS("*")) ANSWER(!SIGNED(T) || !__builtin_mul_overflow_p(x, y, (T)0), a * b); \
  const int divides = y != 0 && !(SIGNED(T) && x == low && y == (T)-1); \
  if (IS("/")) ANSWER(divides, divides ? a / b : (T)0); \
  if (IS("%")) ANSWER(divides, divides ? a % b : (T)0); \
  const int shifts = b >= 0 && (unsigned long long)b < 8 * sizeof(S); \
  if (IS("<<")) ANSWER(shifts && (!SIGNED(S) || (s >= 0 && s <= high >> b)), shifts ? a << b : (S)0); \
  if (IS(">>")) ANSWER(shifts, shifts ? a >> b : (S)0); \
  if (IS("&")) ANSWER(1, a & b); if (IS("|")) ANSWER(1, a | b); if (IS("^")) ANSWER(1, a ^ b); \
  if (IS("cast")) ANSWER(1, (R)a); \
  if (IS("unary -")) ANSWER(!SIGNED(S) || !__builtin_sub_overflow_p((S)0, s, (S)0), -a); \
  if (IS("unary ~")) ANSWER(1, ~a);)
#define FLOATS(name, L, R) FUNCTION(name, L, R, \
  if (IS("+")) ANSWER(1, a + b); if (IS("-")) ANSWER(1, a - b); if (IS("*")) ANSWER(1, a * b); \
  if (IS("/")) ANSWER(y != 0, a / b); if (IS("unary -")) ANSWER(NEGATES(s), -a); \
  if (IS("cast")) ANSWER(FITS(x, R), (R)a);)
/* Does the floating value fit, after its fraction is cut off? */
#define FITS(v, R) (_Generic((R)0, float: __builtin_isfinite((float)(v)), double: 1, _Bool: 1, default: \
  (v) > (SIGNED(R) ? -__builtin_ldexpl(1, 8 * sizeof(R) - 1) : 0) - 1 \
  && (v) < __builtin_ldexpl(1, 8 * sizeof(R) - SIGNED(R))))
#define NEGATES(s) _Generic(s, float: 1, double: 1, default: s != -__builtin_ldexpl(1, 8 * sizeof s - 1))
