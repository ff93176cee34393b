/* run: --function f --globals; unsafe: p == &g */
int g;
/*@ requires \valid(p); ensures *p == \old(*p); */
void f(int *p) { g = 1; }
