/* run: --function put --check bounds; VERDICT: unsafe. The object may have one element. */
struct sink { unsigned char *out; unsigned left; };
void put(struct sink *z, unsigned char c) { *z->out++ = c; *z->out = c; }
