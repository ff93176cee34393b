/* What a text of any length has in it: digits enough are numbers of the program, and a size that is drawn is small. */
// entry: hex
int hex(const char *s) {
  unsigned v = 0;
  for (; *s;                             // bounds=holds
       s++) {
    if (*s < '0' || *s > '9')            // bounds=holds
      return -1;
    v = v * 16 + (*s - '0');             // unsigned-overflow=fails
  }
  return v != 5;
}
