extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);
char text[1001];
int main(void) {
  int i, upper = 0, found = 0;
  for (i = 0; i < 1000; i++)
    text[i] = __VERIFIER_nondet_char();
  text[1000] = 0;
  for (i = 0; text[i]; i++)
    upper += text[i] >= 'A' && text[i] <= 'Z';
  for (const char *p = text; *p; p++)
    if (*p - 'A' >= 0 && *p - 'A' < 26)
      found++;
  __VERIFIER_assert(upper == found);
  return 0;
}
