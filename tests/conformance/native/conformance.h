/* In front of the user's program when gcc compiles it as the reference. */
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_assume(_Bool);
