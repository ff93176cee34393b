/* run: --function f --globals; unsafe: h is set, and assigns has g alone; x == 5 */
int g, h;
/*@ assigns g; ensures g == x; */
void f(int x) { g = x; if (x == 5) h++; }
