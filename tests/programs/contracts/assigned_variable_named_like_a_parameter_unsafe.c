/* run: --function f --globals; unsafe: the variable n is set, and n in the contract is the parameter; n == 0 */
int n;
static void set(void) { n = 1; }
/*@ assigns \nothing; ensures \result == 1; */
int f(int n) { set(); return n == n; }
