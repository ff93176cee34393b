/* run: --function put --check bounds,pointer; a member that moves through its object */
struct sink { unsigned char *out; unsigned left; };
void put(struct sink *z, unsigned char c) { *z->out = c; z->out += 1; z->left--; }
