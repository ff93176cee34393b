/* run: --function f --globals; unsafe: a[0] = 0 */
int a[4];
/*@ ensures a == \old(a); */
void f(void) { a[0] ^= 1; }
