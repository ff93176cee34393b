/* run: --function f --check bounds; unsafe: x = 0 */
//@ predicate positive(integer x) = x > 0;
//@ requires x >= 0;
//@ ensures \result > 0;
int f(int x) { return x; }
