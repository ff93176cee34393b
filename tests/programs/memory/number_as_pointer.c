/* A number is no pointer to an object. */
int main(void) {
  int *p = (int *)42;
  *p = 1; // pointer=fails
  return 0;
}
