/* run: --function twice --check pointer; c = 1: the second call writes through null */
static int set(int *p, int c) { if (c && p) return *p = 1; if (c) return *p; return 0; }
int twice(int c) { int x, *p = 0, s = 0; for (int i = 0; i < 2; i++) { s += set(p, c) & 1; p = &x; } return s; }
