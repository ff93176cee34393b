/* run: --check bounds; the size of an array of another file is not known, so that no access is beyond it for certain */
extern const short t[];
int main(void) {
  int seen = 0;
  for (int i = 0; i < 100000; i++) seen |= t[i];
  return seen;
}
