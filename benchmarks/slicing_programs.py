"""Programs of any length for the benchmark of slices: a control loop over modules.

A module computes a signal from its input with a long loop, keeps some state, and asserts something about it that always
holds. Modules differ in the code that the proof of the assertion needs:

    bare      the values alone: even a thin slice will do
    value     the conditions that decide the values as well
    whole     a condition that decides whether the assertion is reached: only a backward slice, or the whole program
"""

from __future__ import annotations

from random import Random

KINDS = ("bare", "value", "value", "value", "whole")
_HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
int fault, tick, bus[64];
"""
_MODULE = """\
struct channel_{m} {{ int level; int history[16]; int *link; }};
static struct channel_{m} channel_{m};
static int table_{m}[256], count_{m}, mode_{m}, upper_{m}, lower_{m};
static int smooth_{m}(int *cells, int n, int gain)
{{
  int sum = 0, peak = 0;
  for (int i = 1; i < n; i++)
  {{
    cells[i] = (cells[i - 1] + cells[i]) / 2;
    if (cells[i] > peak)
      peak = cells[i];
    else if (cells[i] < -peak)
      peak = -cells[i];
    sum += (cells[i] * gain) % {a};
  }}
  if (sum < 0)
    sum = -(sum / 2);
  return sum % 1024 + peak % 16;
}}
static int classify_{m}(int signal)
{{
  switch (signal & 7)
  {{
    case 0:
    case 1:
      return {b};
    case 2:
      fault++;
      break;
    case 3:
      if (signal > {c})
        return 7;
      break;
    default:
      signal = signal / 3;
  }}
  return signal % 5;
}}
static void record_{m}(int value)
{{
  struct channel_{m} *here = &channel_{m};
  here->link = &bus[{slot}];
  for (int i = 15; i > 0; i--)
    here->history[i] = here->history[i - 1];
  here->history[0] = value;
  here->level += value > 3 ? 1 : -1;
  *here->link = here->level;
}}
static void module_{m}(int input)
{{
  int signal, kind;
  table_{m}[input & 255] = input;
  signal = smooth_{m}(table_{m}, 256, bus[{slot}] & 7);
  kind = classify_{m}(signal + bus[{next}]);
  record_{m}(kind);
{body}
}}
"""
_BODIES = {
    "bare": """\
  if (kind > 2)
  {{
    fault = fault + kind;
    upper_{m} = 2 * (input & 1023);
    lower_{m} = upper_{m} + 4;
    __VERIFIER_assert((lower_{m} & 1) == 0);
  }}""",
    "value": """\
  if (kind != 3)
  {{
    mode_{m} = count_{m} < {limit};
    if (mode_{m})
      count_{m} = count_{m} + 1;
    else
      count_{m} = 0;
    if (signal > {c})
      fault = 0;
    __VERIFIER_assert(count_{m} >= 0 && count_{m} <= {limit});
  }}""",
    "whole": """\
  if (input > 9)
  {{
    upper_{m} = input + 3;
    lower_{m} = upper_{m} / 2;
    fault = fault + 1;
    __VERIFIER_assert(input > 2147483000 || lower_{m} > 4);
  }}""",
}


def generate(lines: int, seed: int = 1) -> tuple[str, list[tuple[int, str]]]:
    """A program of about that many lines, and for each assertion its line and kind."""
    random = Random(seed)
    text, assertions, modules = _HEAD, [], 0
    length = text.count("\n")
    parts = [text]
    while length + modules + 8 < lines or not modules:
        kind = random.choice(KINDS)
        slot = random.randrange(64)
        given = {
            "m": modules,
            "a": random.randrange(11, 99),
            "b": random.randrange(4),
            "c": random.randrange(50, 200),
            "slot": slot,
            "next": (slot + 1) % 64,
            "limit": random.randrange(2, 6),
        }
        part = _MODULE.format(body=_BODIES[kind].format(**given), **given)
        assertions += [
            (length + number, kind)
            for number, line in enumerate(part.split("\n"), 1)
            if line.lstrip().startswith("__VERIFIER_assert")
        ]
        parts.append(part)
        length += part.count("\n")
        modules += 1
    calls = "".join(f"    module_{m}(__VERIFIER_nondet_int());\n" for m in range(modules))
    parts.append(f"int main(void)\n{{\n  for (tick = 0; tick < 8; tick++)\n  {{\n{calls}  }}\n  return 0;\n}}\n")
    return "".join(parts), assertions
