// VERDICT: unsafe. The name of a type is a variable in the block.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void abort(void);
extern void __VERIFIER_assert(int); void reach_error(void) {}
typedef char word; int main(void) { int word = 300; { __VERIFIER_assert(sizeof(word) == 1 || word != 300); } return 0; }
