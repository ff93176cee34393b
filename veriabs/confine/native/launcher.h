/* What the parts of the launcher share: it confines itself, for good, and then becomes the program.

   Nothing of the program runs before that, and nothing that it does takes the confinement back: constructors, resolvers
   and the loader are as confined as `main`. */
#ifndef VERIABS_LAUNCHER_H
#define VERIABS_LAUNCHER_H

/* Kinds of programs: generated from C that nobody vouches for, for this machine or for 32-bit x86; such ones behind a
   server (`templates/replay/server.c.j2`), which makes a process for each run; and compilers. */
enum kind { PROGRAM, PROGRAM_32, SERVER, SERVER_32, COMPILER };

/* The descriptor that the program is started by, and one of /dev/null. They are closed then, and no program may open any
   with such a number. */
enum { START = 100, NOWHERE = 101, MOST_DESCRIPTORS = 16, SHARED = 3, NOT_CONFINED = 125 };

/* Ends with a message, as nothing may be run. */
void refuse(const char *what) __attribute__((noreturn));

/* The ABI of Landlock, 0 where the kernel has none. */
int landlock_abi(void);
/* Begins a set of rules that forbids all; -1 where the kernel has no Landlock. */
int landlock_begin(void);
/* Permits what `rights` says ('r' read, 'x' execute as well, 'w' make, write and remove files) of a file or folder. */
void landlock_permit(int rules, const char *path, char rights);
void landlock_permit_descriptor(int rules, int descriptor, char rights);
/* From here on the rules hold. */
void landlock_end(int rules);

/* Allows only the system calls that a program of this kind needs. */
void seccomp_install(enum kind kind);
int seccomp_works(void);

/* Limits, privileges and descriptors. */
void drop_privileges(void);
void limit_program(void);
void limit_compiler(void);
/* What is written there is nobody's. */
void silence(int descriptor);
void start_program(char *const arguments[], char *const environment[]) __attribute__((noreturn));

/* Runs the program with many inputs, each run a process of its own. */
int search(enum kind kind, char *const arguments[]);

#endif
