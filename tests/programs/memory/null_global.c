/* A null pointer is followed. */
int *p;
int main(void) {
  return p[2]; // pointer=fails
}
