/* One member is written, the other read. */
extern void __VERIFIER_assert(int);
union { int whole; unsigned char bytes[4]; } u;
int main(void) { u.whole = 258; __VERIFIER_assert(u.bytes[1] == 1); return 0; }
