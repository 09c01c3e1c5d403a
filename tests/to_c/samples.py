"""Functions as the rules could have them, for the translator: each uses what Python and C see differently."""

from tiefenthal.engine.rules.spaces import NEED
from tiefenthal.engine.rules.state import State


def remainders(s: State, a: int, b: int) -> int:
    return a % b * 1000 + (a + 7) % 5


def shifted(s: State, a: int, b: int) -> int:
    return (1 << 35 + b % 4) + (a >> 2) + ~a + (a ^ b) + (a | b)


def truths(s: State, a: int, b: int) -> int:
    found = 0
    if (a and b) or not a > 2:
        found += 1
    if 0 < a < 5 and a not in (2, 3):
        found += 10
    if a == 1 or b in (4, a):
        found += 100
    return found if a != b else -found


def parts(s: State, a: int, b: int) -> int:
    numbers = [a, b, 3, 4, 5]
    last = numbers[-2:]
    rest = numbers[1:]
    return last[0] * 10 + last[-1] + len(rest) * 100 + numbers[-a % 5] * 1000 + len(numbers[-9:]) * 10_000


def taken_out(s: State, a: int, b: int) -> int:
    numbers = list(range(1, 8))
    numbers.append(3)
    numbers.remove(3)
    del numbers[1]
    first = numbers.pop(0)
    last = numbers.pop()
    total = 0
    for place, number in enumerate(reversed_of(s, numbers)):
        total = total * 10 + number + place * a
    return total * 100 + first * 10 + last + numbers.index(6)


def reversed_of(s: State, numbers: list[int]) -> list[int]:
    found: list[int] = []
    for number in reversed(numbers):
        found.append(number + 1)
    return found


def counted(s: State, a: int, b: int) -> int:
    total = 0
    step = 0
    for i in range(5, -2, -2):
        total = total * 10 + i
    for _ in range(-3):
        total += 100_000
    while True:
        step += 1
        if step == 3:
            continue
        if step > 5:
            break
        total += step
    return total + i


def paired(s: State, a: int, b: int) -> int:
    small, large = ordered(s, a, b)
    doubled = [number * 2 for number in [a, b, 7] if number != small]
    squares = [[number, number * number][1] for number in doubled]
    total = sum_of(s, sorted(squares + [5] * 2))
    for one, other in zip(doubled, squares):
        total += one * other
    return total * 10 + min(doubled) + max(squares) + large + (1 if any(doubled) else 0)


def ordered(s: State, a: int, b: int) -> tuple[int, int]:
    if a < b:
        return a, b
    return b, a


def sum_of(s: State, numbers: list[int]) -> int:
    total = 0
    for place, number in enumerate(numbers):
        total += place * number
    return total


def copied(s: State, a: int, b: int) -> int:
    s.piles = [a, b, 3]
    before = s.piles[:]
    s.piles[0] += 5
    s.row = s.piles
    s.row = [number for number in s.row if number != 3]
    s.piles.extend([9] * 2)
    return before[0] * 1000 + s.piles[0] * 100 + len(s.piles) * 10 + len(s.row)


def looked_up(s: State, a: int, b: int) -> int:
    needs = NEED[a % 6 + 1]
    name = "one" if a > b else "two"
    return needs[b % 8] + (100 if name == "one" else 200)


def stacked(s: State, a: int, b: int) -> int:
    s.tasks = []
    s.tasks.append((a, b, 1))
    s.tasks.append((b, a, 2))
    effect, seat, arg = s.tasks.pop()
    task = s.tasks[-1]
    return effect * 1000 + seat * 100 + arg * 10 + task[2] + s.tasks[-1][0]


SAMPLES = (
    remainders, shifted, truths, parts, taken_out, counted, paired, copied, looked_up, stacked,
)  # fmt: skip
