/* run: --function f; unsafe: always: 2 * 3 + 1 is 7 */
#define N 3 + 1
/*@ ensures \result == 2 * N; */
int f(void) { return 8; }
