/* run: main; unsafe: the call does not satisfy `check requires` */
/*@ check requires x != 3; */
static int f(int x) { return x; }
int main(void) { return f(3); }
