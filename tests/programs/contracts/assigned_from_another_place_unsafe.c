/* run: --function f; unsafe: *a depends on *c */
/*@ requires \valid(a) && \valid(b) && \valid(c) && \separated(a, b, c); assigns *a \from *b; */
void f(int *a, int *b, int *c) { *a = *c; }
