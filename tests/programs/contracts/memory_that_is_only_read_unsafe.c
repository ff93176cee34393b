/* run: --function f --check bounds,pointer; unsafe: p is a string literal */
/*@ requires \valid_read(p); */
void f(char *p) { *p = 1; }
