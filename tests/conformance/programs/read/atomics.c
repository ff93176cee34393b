/* The compiler's atomic functions, without threads. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
unsigned char small = 250;
int number, cells[4];
long wide;
int main(void) {
  int x = __VERIFIER_nondet_int(), old;
  number = x;
  __VERIFIER_assert(__sync_fetch_and_add(&number, 3) == x && number == (int)(x + 3u));
  __VERIFIER_assert(__sync_sub_and_fetch(&number, 3) == x);
  __VERIFIER_assert(__sync_fetch_and_add(&small, 10) == 250 && small == 4);
  __VERIFIER_assert(__sync_sub_and_fetch(&small, 5) == 255);
  __VERIFIER_assert(__atomic_nand_fetch(&small, 15, __ATOMIC_SEQ_CST) == 240);
  __VERIFIER_assert(__atomic_fetch_xor(&wide, -1, 0) == 0 && wide == -1);
  __VERIFIER_assert(__sync_bool_compare_and_swap(&cells[2], 0, 7) && !__sync_bool_compare_and_swap(cells + 2, 0, 8));
  __VERIFIER_assert(__sync_val_compare_and_swap(cells + 2, 7, x) == 7 && cells[2] == x);
  __VERIFIER_assert(__atomic_exchange_n(&cells[1], 5, 0) == 0 && __sync_lock_test_and_set(&cells[1], 6) == 5);
  __atomic_store_n(&cells[3], cells[1], __ATOMIC_RELEASE);
  old = __atomic_load_n(&cells[3], __ATOMIC_ACQUIRE);
  __sync_lock_release(&cells[1]);
  __sync_synchronize();
  int other = 8;
  __atomic_store(&cells[0], &other, __ATOMIC_SEQ_CST);
  __atomic_load(&cells[0], &number, __ATOMIC_SEQ_CST);
  __VERIFIER_assert(number == 8);
  number = 9;
  __atomic_exchange(&cells[0], &number, &number, __ATOMIC_SEQ_CST);
  __VERIFIER_assert(cells[0] == 9 && number == 8);
  static char taken;
  __VERIFIER_assert(!__atomic_test_and_set(&taken, 0) && __atomic_test_and_set(&taken, 0));
  __atomic_clear(&taken, 0);
  __VERIFIER_assert(taken == 0);
  __VERIFIER_assert(old == 6 && cells[1] == 0 && sizeof(old = 1, small) == 1 && sizeof(++small) == 1 && small == 240);
  return 0;
}
