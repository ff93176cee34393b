/* The user's program for CBMC with a small unwinding: every arbitrary value passes through veriabs_given. */
typedef unsigned long long veriabs_word;
typedef __SIZE_TYPE__ veriabs_size;
veriabs_word nondet_veriabs_word(void);
double nondet_veriabs_double(void);
unsigned veriabs_site;
veriabs_word veriabs_given;

veriabs_word veriabs_input(unsigned site) {
  veriabs_word value = nondet_veriabs_word();
  veriabs_site = site;
  veriabs_given = value;
  return value;
}

double veriabs_input_double(unsigned site) {
  union { double number; veriabs_word bits; } value;
  value.bits = veriabs_input(site);
  return value.number;
}

void veriabs_violation(unsigned error) {
  __CPROVER_assert(0, "no error is reached");
  __CPROVER_assume(0);
}

void veriabs_end(void) { __CPROVER_assume(0); }

#define VERIABS_UNRETURNED()
#define VERIABS_ELSEWHERE() veriabs_end()
#define __veriabs_moved(p) (p)
#define __veriabs_stepped(p) (p)
#define VERIABS_AT(n, e) (e)
#define VERIABS_SEEN(n, e) (e)
#define VERIABS_CALLED(e) (e)
#define VERIABS_ASSERT(n, e) ((e) ? (void)0 : veriabs_violation(n))
#define VERIABS_ASSUME(e) __CPROVER_assume(e)
#define VERIABS_MALLOC(n, size, unit) malloc(size)
#define VERIABS_ALLOCA(n, size, unit) __builtin_alloca(size)
#define VERIABS_CLEAR(object, size)
/* The first cells get values that the trace shows, the others are arbitrary. */
#define veriabs_fill(site, cells, count, unit, blocks, stride, kind) \
  do { \
    veriabs_size veriabs_c; \
    for (veriabs_c = 0; veriabs_c < (count) * (blocks) && veriabs_c < 4; veriabs_c++) \
      VERIABS_CELL(cells, veriabs_c, count, stride, kind, site); \
  } while (0)
#define VERIABS_CELL(cells, c, count, stride, kind, site) \
  (*(__typeof__(cells))((char *)(cells) + (c) / (count) * (stride) + (c) % (count) * sizeof *(cells)) = \
     (__typeof__(*(cells)))((kind) >= 2 ? veriabs_input_double(site) : (kind) == 1 ? veriabs_input(site) & 1 : veriabs_input(site)))

#define main program_main
int a[2];
int b[2 + 1];
int main(void)
{
  char used[2];
  veriabs_fill(0, &used[0], sizeof(used) / sizeof(used[0]), sizeof(used[0]), 1, 0, 0);
  for (int i = 0; i < 2; i++)
  {
    a[i] = (int) veriabs_input(1);
    b[i + 1] = a[i];
  }

  for (int i = 0; i < 2; i++)
  {
    if (used[i])
    {
      VERIABS_ASSERT(0, a[i] == b[i]);
    }
  }

  return 0;
}

#undef main


int main(void) {
  program_main();
  return 0;
}
