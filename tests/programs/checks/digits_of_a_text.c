/* A text of any length holds digits: the search tries numbers of the program as contents, and small sizes. */
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
