extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct pair { int first, second; };
struct mixed { char tag; short part; int whole; long wide; int cells[2][2]; struct pair inner[2]; };
struct text { char begin[4], end[3]; };
struct bits { int before; unsigned low : 3, high : 5; int after; };
struct tagged { int tag; union { int number; unsigned char bytes[4]; } value; };
struct pair *made(void) { return malloc(sizeof(struct pair)); }
int main(void) {
  int i, r = 0, n = __VERIFIER_nondet_uchar() % 5 + 2;
  struct pair *one = malloc(sizeof *one), *many = malloc(n * sizeof *many), *made_one = made();
  struct mixed *mixed = malloc(sizeof *mixed), *more = malloc(2 * sizeof *more), local, row[2];
  struct text *text = malloc(2 * sizeof *text);
  struct bits bits;
  struct tagged tagged;
  struct pair left, right, *either = n > 3 ? &left : &right;
  union { int number; unsigned char bytes[4]; } plain;
  if (!one || !many || !made_one || !mixed || !more || !text) return 0;
  r = one->second;
  r = many[1].second;
  r = many[n - 1].first;
  r = made_one->second + made_one->first * 2;
  r = mixed->tag * 3 + mixed->part;
  r = mixed->whole ^ (int)mixed->wide ^ (int)(mixed->wide >> 32);
  r = mixed->cells[1][0] * 10 + mixed->inner[1].second;
  r = more[1].cells[1][1] ^ more[1].tag ^ more[0].part ^ (int)(more[1].wide >> 32);
  r = local.cells[1][0] ^ local.inner[1].first ^ (int)local.wide ^ row[1].whole ^ row[1].tag;
  r = text[1].end[2] * 10 + text[0].begin[3];
  r = bits.low + bits.high * 10 + bits.after;
  r = tagged.tag + tagged.value.number + tagged.value.bytes[1];
  r = plain.number + plain.bytes[2];
  r = either->second + left.first + right.second;
  for (i = 0; i < 3; i++) {
    int again[2][3], *fresh = malloc(3 * sizeof *fresh);
    struct mixed inside;
    r = again[1][2] * 10 + again[0][1] + again[1][i];
    r = inside.cells[1][0] + inside.inner[1].second + inside.part;
    if (!fresh) return 0;
    r = fresh[2];
    free(fresh);
  }
  __VERIFIER_assert(r != 12345678);
  return 0;
}
