/* safe: The counter of finished tasks agrees with the states of the tasks. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 1000
#endif

enum state { WAITING, RUNNING, DONE };

struct task {
    enum state state;
    unsigned char priority;
};

struct task_list {
    struct task tasks[SIZE];
    int done;
};

struct task_list list;

static void step(struct task_list *l, int i)
{
    switch (l->tasks[i].state) {
    case WAITING:
        l->tasks[i].state = RUNNING;
        break;
    case RUNNING:
        l->tasks[i].state = DONE;
        l->done++;
        break;
    case DONE:
        break;
    }
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        list.tasks[i].state = WAITING;
        list.tasks[i].priority = 1;
    }

    for (int round = 0; round < 2 * SIZE; round++) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= SIZE)
            continue;
        step(&list, i);
    }

    int finished = 0;
    for (int i = 0; i < SIZE; i++)
        if (list.tasks[i].state == DONE)
            finished++;
    assert(finished == list.done);
    return 0;
}
