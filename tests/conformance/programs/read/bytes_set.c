// Bytes of a single number, and of numbers in an array, set through pointers.
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

unsigned word, words[4];

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  unsigned char *p = (unsigned char *)&word;
  p[1] = v;
  p[3] = v >> 8;
  __VERIFIER_assert(word == ((v & 255) << 8 | (v >> 8 & 255) << 24));
  unsigned char *q = (unsigned char *)words;
  for (int i = 0; i < 16; i++)
    q[i] = v + i;
  __VERIFIER_assert((words[1] & 255) == ((v + 4) & 255));
  return 0;
}
