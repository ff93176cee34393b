/* What is never declared returns an int: nothing of what its name tells. */
void reach_error(void);
int main(void) {
  if (nondet_float() > 0.5f && nondet_float() < 0.75f)
    reach_error();
  return 0;
}
