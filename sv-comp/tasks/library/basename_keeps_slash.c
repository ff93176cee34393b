// The last component of a path has no slash.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

const char *base_name(const char *path) {
  const char *slash = 0;
  for (const char *p = path; *p != '\0'; p++)
    if (*p == '/')
      slash = p;
  return slash && slash[1] ? slash + 1 : path;
}

char path[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    path[i] = __VERIFIER_nondet_char();
  path[N] = '\0';
  const char *name = base_name(path);
  for (; *name; name++)
    __VERIFIER_assert(*name != '/');
  return 0;
}
