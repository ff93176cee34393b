/* The program says that strlen gives an int, and gcc believes it. */
void reach_error(void);
int strlen(char *);
int main(void) {
  if (strlen("abc") - 5 > 0)
    reach_error();
  return 0;
}
