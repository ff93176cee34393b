/* A number is no pointer to an object. */
int main(void) {
  char *p = (char *)0xdeadbeefcafe0000u;
  *p = 1; // pointer=fails
  return 0;
}
