/* run: --function f --check pointer; safe */
/*@ requires p == \null || \valid(p);
    ensures p != \null ==> *p == (\old(*p) < 100 ? \old(*p) + 1 : 100); */
void f(int *p) { if (p) *p = *p < 100 ? *p + 1 : 100; }
