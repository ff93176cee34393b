/* run: --function f --globals; unsafe: g is set where x < 5, for which the behavior assigns nothing; x == 2, g == 0 */
int g;
/*@ behavior keep: assumes x < 5; assigns \nothing;
    behavior set: assumes x >= 5; assigns g; ensures g == 1; */
void f(int x) { if (x >= 5 || x == 2) g = 1; }
