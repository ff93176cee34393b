"""C programs that call only permitted functions, and compute the addresses of all others."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from arena import HERE

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""
# The return address of main leads into the C library, which lies in the last two terabytes of what a process has.
FIND = """long *where;
long libc;
int find(void) {
  long here = 1;
  where = &here;
  for (int i = 0; i < 600; i++) {
    long v = where[i];
    if (v >> 41 == 63 && (v & 4095) == ${back} % 4096) { libc = v - ${back}; return 1; }
  }
  return 0;
}
"""
# The sanitizers detect reads beyond an object; a variable of the library is an object like any other.
IMPORT = """extern void *stderr;
long libc;
int find(void) { libc = (long)stderr - ${stderr}; return 1; }
"""
MAIN = """char victim[] = "victim", made[] = "made", text[] = "echo > made", shell[] = "/bin/sh", option[] = "-c";
char message[] = "veriabs: the error is reached: f.c:1\\n";
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (find()) { BODY }
  if (x > 5 && x < 5) reach_error();
  return 0;
}
"""
BODIES = {
    "unlink": "((int (*)(char *))(libc + ${unlink}))(victim);",
    "system": "((int (*)(char *))(libc + ${system}))(text);",
    "rename": "((int (*)(char *, char *))(libc + ${rename}))(victim, made);",
    "mkdir": "((int (*)(char *, int))(libc + ${mkdir}))(made, 448);",
    "chmod": "((int (*)(char *, int))(libc + ${chmod}))(victim, 511);",
    "symlink": "((int (*)(char *, char *))(libc + ${symlink}))(victim, made);",
    "create": "((int (*)(char *, int, int))(libc + ${open}))(made, 65, 384);",
    "fork": "if (((int (*)(void))(libc + ${fork}))() == 0) ((int (*)(char *))(libc + ${unlink}))(victim);",
    "daemon": "if (((int (*)(void))(libc + ${fork}))() == 0) { ((int (*)(void))(libc + ${setsid}))(); "
    "((int (*)(char *, char *, char *, char *, char *))(libc + ${execl}))(shell, shell, option, text, 0); }",
    "exec": "((int (*)(char *, char *, char *, char *, char *))(libc + ${execl}))(shell, shell, option, text, 0);",
    "through a table": "int (*table[2])(char *); table[x & 1] = (int (*)(char *))(libc + ${unlink}); "
    "table[x & 1](victim);",
    "through memory": "struct s { int (*f)(char *); } *p = malloc(sizeof *p); "
    "p->f = (int (*)(char *))(libc + ${unlink}); p->f(victim);",
}
"""What changes the folder that the program runs in, by name."""

FORGERIES = {
    "the message of an error": "((long (*)(int, char *, long))(libc + ${write}))(2, message, sizeof message - 1); "
    "((void (*)(int))(libc + ${_exit}))(1);",
    "the exit code of an error": "((void (*)(int))(libc + ${_exit}))(1);",
}


@cache
def offsets(folder: Path) -> dict[str, str]:
    program = folder / "offsets"
    subprocess.run(["gcc", "-O1", "-w", str(HERE / "offsets.c"), "-o", str(program), "-ldl"], check=True, timeout=60)
    said = subprocess.run([str(program)], capture_output=True, text=True, check=True, timeout=10).stdout
    return dict(line.split() for line in said.splitlines())


def text(folder: Path, body: str, find: str = FIND) -> str:
    """The whole program, with the addresses of this machine's library."""
    whole = HEAD + "extern void *malloc(unsigned long);\n" + find + MAIN.replace("BODY", body)
    for name, offset in offsets(folder).items():
        whole = whole.replace(f"${{{name}}}", offset)
    assert "${" not in whole
    return whole


def free(program: Path) -> subprocess.CompletedProcess[str]:
    """Compile and run a program without confinement, in its own folder."""
    stubs = program.with_name("stubs.c")
    stubs.write_text("int __VERIFIER_nondet_int(void) { return 0; }\nvoid reach_error(void) {}\n", encoding="utf-8")
    built = program.with_suffix("")
    command = ["gcc", "-O1", "-w", "-fno-stack-protector", str(program), str(stubs), "-o", str(built)]
    subprocess.run(command, check=True, timeout=60)
    stubs.unlink()
    return subprocess.run([str(built)], cwd=program.parent, capture_output=True, text=True, timeout=20)
