/* run: --function same --check overflow; the program reads a thread-local variable: its value is unknown */
extern __thread int last_error;
int same(void) { return last_error + 1; }
