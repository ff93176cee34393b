/* run: --function same --check overflow; the variable of a thread is reached: what it holds is not known */
extern __thread int last_error;
int same(void) { return last_error + 1; }
