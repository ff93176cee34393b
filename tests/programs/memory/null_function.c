/* A null pointer is followed. */
int main(void) {
  int (*f)(int) = 0;
  return f(3); // pointer=fails
}
