/* run: --function f; safe */
/*@ requires \valid(p) || p == \null; requires q != \null ==> \valid(q); ensures \result >= 0; */
int f(const int *p, const int *q) { return p && q ? *p & *q & 7 : 0; }
