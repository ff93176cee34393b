/* run: --function f --globals; unsafe: s.x = 0 */
struct pair { int x, y; } s;
/*@ ensures \old(s).x == s.x; */
void f(void) { s.x ^= 1; }
