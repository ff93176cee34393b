/* run: --function f; unsafe: ready = 0 */
int ready = 1;
/*@ requires ready > 0; */
void begin(void) {}
int f(void) { begin(); return 0; }
