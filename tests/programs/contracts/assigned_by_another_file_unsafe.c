/* run: --function f; unsafe: g may set h, which this text does not name; must not be an unconditional TRUE */
int h;
void g(void);
/*@ assigns \nothing; ensures \result == 1; */
int f(void) { g(); return 1; }
