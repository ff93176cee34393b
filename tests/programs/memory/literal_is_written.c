/* A string literal must not be written to. */
int main(void) {
  char *s = "text";
  s[0] = 'T'; // pointer=fails
  return 0;
}
