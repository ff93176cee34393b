/* The first conversion always changes its value; the second one on another line never does, the third one may. */
extern int __VERIFIER_nondet_int(void);
signed char a[1000], b[1000], c[1000];
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = 300;                          // conversion=fails
  for (int i = 0; i < 1000; i++)
    b[i] = i % 100;                      // conversion=holds
  int v = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++)
    c[i] = v;                            // conversion=fails
  return 0;
}
