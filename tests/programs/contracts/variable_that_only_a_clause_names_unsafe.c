/* run: --function f; unsafe: limit = 4 */
int limit = 5;
/*@ ensures \result <= limit; */
int f(void) { return 5; }
