/* run: --function f; safe */
struct S { int t[2]; };
/*@ requires \valid(a) && \valid(b); ensures \result == 4; */
int f(int *a, int *b) { int t[2][2]; struct S s; t[1][1] = 3; s.t[1] = t[1][1] + 1; return s.t[1]; }
