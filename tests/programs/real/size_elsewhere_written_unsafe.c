/* run: ; get may change the elements */
#include <assert.h>
extern int t[];
void get(void);
int main(void) { t[0] = 1; get(); assert(t[0] == 1); }
