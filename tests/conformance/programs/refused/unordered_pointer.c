/* C does not say whether chosen is read before other() sets it. */
void reach_error(void);
int x = 1, y = 2, *chosen = &x;
static int other(void) { chosen = &y; return 0; }
int main(void) {
  if (*chosen + other() != 1)
    reach_error();
  return 0;
}
