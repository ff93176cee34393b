/* run: --function call --check pointer; o->read may be null */
struct ops { int (*read)(int); int n; };
int call(struct ops *o) { return o->read(o->n) != 0; }
