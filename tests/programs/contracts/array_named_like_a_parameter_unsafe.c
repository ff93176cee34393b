/* run: --function f; unsafe: a == b */
/*@ requires \valid(a) && \valid(b); ensures *b == \old(*b); */
void f(int *a, int *b) { { int a[2]; a[0] = 0; } a[0] = 1; }
