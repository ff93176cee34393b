// Programs that teach: what a shrink factor is, how a bug looks, and what another strategy is for.

const HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n#define N 1000000\nint a[N];\n";
const FILL = "  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();\n";

export const EXAMPLES = [
  {
    name: "minimum.c", title: "A minimum: k = 1",
    about: "One iteration stands for all: if the minimum were wrong, the iteration that saw the smaller element would show it.",
    text: `${HEAD}int main(void) {\n  int i, m = 1000;\n${FILL}  for (i = 0; i < N; i++)\n    if (a[i] < m) m = a[i];\n`
      + "  for (i = 0; i < N; i++)\n    assert(m <= a[i]);\n  return 0;\n}\n",
  },
  {
    name: "two_kinds.c", title: "Two kinds at once: k = 2",
    about: "No single iteration can set both flags, so k = 1 is too little; two iterations show every violation. There is one.",
    text: `${HEAD}int main(void) {\n  int i, zeros = 0, ones = 0;\n${FILL}  for (i = 0; i < N; i++) {\n    if (a[i] == 0) zeros = 1;\n`
      + "    if (a[i] == 1) ones = 1;\n  }\n  assert(!(zeros && ones));\n  return 0;\n}\n",
  },
  {
    name: "three_kinds.c", title: "Three kinds at once: k = 3",
    about: "Three flags need three iterations: the shrink factor grows with what the loop has to remember, not with N.",
    text: `${HEAD}int main(void) {\n  int i, low = 0, middle = 0, high = 0;\n${FILL}  for (i = 0; i < N; i++) {\n    if (a[i] < 0) low = 1;\n`
      + "    if (a[i] == 0) middle = 1;\n    if (a[i] > 0) high = 1;\n  }\n  assert(!(low && middle && high));\n  return 0;\n}\n",
  },
  {
    name: "bug.c", title: "A bug, with its counterexample",
    about: "A copy that leaves one value out. The program is compiled and run with the input that shows it.",
    text: "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n#define N 100000\nunsigned in[N], out[N];\nint main(void) {\n"
      + "  for (int i = 0; i < N; i++) in[i] = __VERIFIER_nondet_uint();\n  for (int i = 0; i < N; i++)\n    if (in[i] != 0xDEADBEEF) out[i] = in[i];\n"
      + "  for (int i = 0; i < N; i++)\n    assert(out[i] == in[i]);\n  return 0;\n}\n",
  },
  {
    name: "sum.c", title: "A sum: closed forms",
    about: "A sum depends on every element, so no few iterations stand for all; the closed form of the sum does.",
    text: "#include <assert.h>\n#define N 100000\nint a[N];\nint main(void) {\n  long long sum = 0;\n  for (int i = 0; i < N; i++) a[i] = 2;\n"
      + "  for (int i = 0; i < N; i++) sum += a[i];\n  assert(sum == 2LL * N);\n  return 0;\n}\n",
  },
];
