/* run: --function f; unsafe: `admit ensures` is not proved, so it is a condition of the verdict; x == 3 */
/*@ requires 0 <= x <= 9; admit ensures \result >= 0; ensures \result < 10; */
int f(int x) { return x == 3 ? -1 : x; }
