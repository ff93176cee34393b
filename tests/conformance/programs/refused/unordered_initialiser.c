/* gcc computes t[0] first, whatever comes first in the text. */
void reach_error(void);
int i = 1;
static int set(void) { i = 2; return 7; }
int main(void) {
  int t[2] = { [1] = i, [0] = set() };
  if (t[1] != 2)
    reach_error();
  return 0;
}
