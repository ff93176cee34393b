/* run: --check bounds; another file may define one element only */
extern int t[];
int main(void) { return t[1]; }
