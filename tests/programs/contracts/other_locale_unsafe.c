/* run: ; in other locales this is a letter */
#include <assert.h>
#include <ctype.h>
#include <locale.h>
int main(void) { setlocale(LC_ALL, "de_DE.ISO-8859-1"); assert(!isalpha(0xe4)); return 0; }
