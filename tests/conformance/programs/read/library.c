// Library functions that have a model.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

char text[12], other[12], joined[40];
int seen[40];
struct { unsigned long length; int item[10]; } moved = { 10, { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3 } };

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  for (int i = 0; i < 11; i++) {
    text[i] = __VERIFIER_nondet_char() & 3 ? 'a' + (__VERIFIER_nondet_char() & 3) : 0;
    other[i] = __VERIFIER_nondet_char();
  }
  int c = (unsigned char)other[0];
  seen[0] = isalpha(c) != 0;
  seen[1] = !isspace(c);
  seen[2] = isdigit(c) && isxdigit(c) ? 1 : 2;
  seen[3] = toupper((unsigned char)text[0]);
  seen[4] = ispunct(c) || iscntrl(c);
  char *hit = strchr(text, 'b');
  seen[5] = hit ? (int)(hit - text) : -1;
  hit = strrchr(text, 'c');
  seen[6] = hit ? (int)(hit - text) : -1;
  char *byte = memchr(other, 7, 11);
  seen[7] = byte == NULL;
  seen[8] = sign(memcmp(text, other, 11));
  seen[9] = sign(strncmp(text, "abba", 3));
  seen[10] = (int)strspn(text, "ab");
  seen[11] = (int)strcspn(text, "cd");
  strcpy(joined, text);
  strcat(joined, "-");
  strncat(joined, other, 4);
  seen[12] = (int)strlen(joined);
  seen[13] = strstr(text, "ab") != NULL;
  seen[14] = (int)strnlen(text, 5);
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  unsigned long y = __VERIFIER_nondet_ulong();
  seen[15] = __builtin_popcount(x);
  seen[16] = __builtin_popcountl(y);
  seen[17] = x ? __builtin_clz(x) : 32;
  seen[18] = y ? __builtin_ctzl(y) : 64;
  seen[19] = (int)__builtin_bswap32(x);
  seen[20] = __builtin_bswap64(y) >> 40;
  int sum;
  seen[21] = __builtin_add_overflow((int)x, seen[19], &sum);
  seen[22] = sum;
  unsigned long more;
  seen[23] = __builtin_sub_overflow(y, 1ul << 40, &more);
  seen[24] = (int)(more >> 30);
  short product;
  seen[25] = __builtin_mul_overflow((short)x, 3, &product);
  seen[26] = product;
  seen[27] = abs((int)(x >> 1) - 1000);
  memcpy(joined, text, 12);
  unsigned at = x % 9, to = x / 16 % 9;
  memmove(joined + to, joined + at, 12 - (at > to ? at : to));
  memmove(&moved.item[at], &moved.item[at + 1], (moved.length - at - 1) * sizeof moved.item[0]);
  seen[28] = moved.item[at] + moved.item[8];
  __VERIFIER_assert(seen[15] <= 32);
  return 0;
}
