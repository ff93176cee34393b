/* Arrays that a block in a loop declares, and copies of structs with pointers or long arrays. */
#include <assert.h>

extern int nondet_int(void);

struct word { const char *text; int length; };
struct page { struct word words[3]; int numbers[40]; };
struct list { struct list *next; int value; };

static int digits(unsigned n)
{
    char text[24];
    int k = 0, sum = 0;
    do
        text[k++] = (char)('0' + n % 10);
    while (n /= 10);
    while (k > 0)
        sum += text[--k] - '0';
    return sum;
}

static int filled(int n)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int some[5] = {n, 1};
        int rows[2][20] = {{0}};
        char word[30] = "ab";
        sum += some[0] + some[1] + some[4] + rows[1][n & 15] + word[1] + word[20];
        some[4] = word[20] = rows[1][n & 15] = 9;
        int *p = some + 4;
        *p += i;
        sum += some[4];
    }
    return sum;
}

static struct word made(const char *text, int n)
{
    struct word one = {text, n};
    return one;
}

static int letter(struct word one)
{
    one.text++;
    return one.length + *one.text;
}

int main(void)
{
    int n = nondet_int(), sum = 0;
    for (unsigned i = 0; i < 30; i += 7)
        sum += digits(i + 100);
    assert(sum == 28);
    assert(filled(n & 15) == 4 * ((n & 15) + 1 + 'b' + 9) + 6);

    struct word a = made("abc", 3), b, c[2];
    b = a;
    b.length++;
    assert(a.length == 3 && b.length == 4 && b.text == a.text && b.text[1] == 'b');
    assert(letter(a) == 3 + 'b' && a.text[0] == 'a');
    a.text++;
    c[1] = a;
    c[0] = c[1];
    assert(c[0].text[0] == 'b' && b.text[0] == 'a' && c[0].text == b.text + 1);

    struct page one = {{{"xy", 2}}, {1, 2, 3}}, two;
    one.numbers[39] = n;
    two = one;
    one.numbers[39] = 0;
    assert(two.numbers[39] == n && two.numbers[1] == 2 && two.words[0].text[1] == 'y' && !two.words[2].text);

    struct list last = {0, 1}, first = {&last, 2}, other = first;
    other.next->value = n;
    assert(last.value == n && other.value == 2 && last.next == 0);
    other = last;
    assert(!other.next && first.next);
    return 0;
}
