extern void __VERIFIER_assert(int);
struct pair { short key; double value[2]; };

int main(void) {
  struct pair table[50];
  _Bool done[50];
  for (int i = 0; i < 50; i++)
    if (done[i])
      __VERIFIER_assert(table[i].key <= table[i].value[1]);
  return 0;
}
