/* A null pointer is followed. */
extern int __VERIFIER_nondet_int(void);
static int cell = 3;
static int *find(int key) {
  return key == 3 ? &cell : 0;
}
int main(void) {
  return *find(__VERIFIER_nondet_int()); // pointer=fails
}
