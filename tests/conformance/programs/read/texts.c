/* Tables of texts: pointers to one of several string literals or buffers, in variables, arrays and structs. */
#include <assert.h>
#include <stddef.h>

extern int nondet_int(void);

typedef int (*action)(int);
static int twice(int x) { return 2 * x; }
static int negated(int x) { return -x; }

struct command { const char *name; action run; int *count; };
static int twices, negations, none;
static const struct command commands[] = {
    {"twice", twice, &twices},
    {.name = "negate", .count = &negations, .run = negated},
    {NULL, NULL, &none},
};
static const char *const colours[] = {"red", [2] = "blue", "light green", ""};
static char buffer[12] = "buffer";

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static const struct command *find(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (same(c->name, name))
            return c;
    return NULL;
}

static const char *named(int n)
{
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    default: return n < 0 ? "less" : "many";
    }
}

static void sort(const char *words[], int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && words[k - 1][0] > words[k][0]; k--) {
            const char *other = words[k];
            words[k] = words[k - 1];
            words[k - 1] = other;
        }
}

int main(void)
{
    int n = nondet_int();
    assert(find("twice") == commands && find("negate")->run(3) == -3 && !find("twic"));
    find("negate")->count[0]++;
    assert(negations == 1 && twices == 0 && none == 0);

    size_t all = 0;
    for (int i = 0; i < 5; i++)
        all += colours[i] ? length(colours[i]) : 100;
    assert(all == 100 + 3 + 4 + 11);
    assert(colours[3][6] == 'g' && *colours[4] == 0 && colours[1] == NULL);

    assert(named(n)[0] == (n == 0 ? 'z' : n == 1 ? 'o' : n < 0 ? 'l' : 'm'));
    const char *p = n & 1 ? "odd" : buffer + 1;
    buffer[1] = 'x';
    assert(*p == (n & 1 ? 'o' : 'x') && length(p) == (n & 1 ? 3 : 5));
    p++;
    assert(*p == (n & 1 ? 'd' : 'f'));

    const char *words[4] = {"pear", "apple", "fig"};
    words[3] = colours[2];
    sort(words, 4);
    assert(words[0][1] == 'p' && words[1][3] == 'e' && same(words[2], "fig") && same(words[3], "pear"));
    const char *end = words[3];
    while (*end)
        end++;
    words[0] = end - 1;
    assert(end - words[3] == 4 && *words[0] == 'r' && words[0][1] == 0);

    char *q = NULL;
    for (int i = 0; i < 3; i++) {
        if (q)
            assert(*q == (i == 1 ? 'f' : 'x'));
        q = i ? buffer + 1 : buffer + 2;
    }
    const char *last = NULL;
    for (int i = 0; i < 3; i++) {
        if (last)
            assert(length(last) == (i == 1 ? 1 : 2));
        last = i ? "bb" : "a";
    }
    return 0;
}
