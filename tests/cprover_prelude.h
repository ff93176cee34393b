/* What CBMC knows without a declaration, so that gcc can check generated programs: gcc -include cprover_prelude.h */
#define __CPROVER_constant_infinity_uint 4

void __CPROVER_assume(_Bool assumption);
void __CPROVER_assert(_Bool assertion, const char *description);
void __CPROVER_havoc_object(void *object);
void __CPROVER_array_copy(const void *destination, const void *source);
_Bool __CPROVER_overflow_plus();
_Bool __CPROVER_overflow_minus();
_Bool __CPROVER_overflow_mult();
