/* Functions of the library by the name that only the compiler knows. */
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);
int main(void) {
  char from[9] = "testing!", to[9] = {'A'}, own[9];
  int *numbers = __builtin_malloc(40), memset = 3;
  if (!numbers) __builtin_trap();
  from[3] = __VERIFIER_nondet_char();
  __builtin_memcpy(to + 1, from + 1, 8);
  __builtin_strcpy(own, "abc");
  for (int i = 0; i < 10; i++) numbers[i] = memset;
  __VERIFIER_assert(to[0] == 'A' && to[3] == from[3] && to[8] == 0);
  __VERIFIER_assert(__builtin_strlen(from) <= 8 && __builtin_strcmp(own, "abc") == 0 && numbers[9] == 3);
  __builtin_free(numbers);
  return 0;
}
