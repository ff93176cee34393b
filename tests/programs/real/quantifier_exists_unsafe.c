/* run: ; no element is 3 */
int v[4] = {0, 1, 2, 4};
int main(void) {
  __CPROVER_assert(__CPROVER_exists { int j; (0 <= j && j < 4) && v[j] == 3 }, "there is one");
}
