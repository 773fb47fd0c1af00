"""Rules as the comparison sees them: the fields of a line, and ways to rewrite the rule."""

import sys
from typing import NamedTuple

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
SHORT = ("HOURLY", "MINUTELY", "SECONDLY")
TIMES = ("BYHOUR", "BYMINUTE", "BYSECOND")


class Question(NamedTuple):
    number: str
    start: str
    zone: str
    rule: str

    @classmethod
    def read(cls, line):
        return cls(*line.rstrip("\n").split("\t"))

    def __str__(self):
        return "\t".join(self)

    @property
    def parts(self):
        """The rule as a dictionary; lists as tuples of text."""
        pairs = (part.split("=") for part in self.rule.split(";"))
        return {name: tuple(value.split(",")) if name.startswith("BY") else value for name, value in pairs}

    @property
    def is_date(self):
        return "T" not in self.start

    @property
    def is_zoned(self):
        return self.zone not in ("", "UTC")

    def rewritten(self, without=(), **changes):
        """The same with parts left out, changed or added."""
        parts = {**{name: value for name, value in self.parts.items() if name not in without}, **changes}
        texts = (f"{name}={value if isinstance(value, str) else ','.join(value)}" for name, value in parts.items())
        return self._replace(rule=";".join(texts))

    def sorted(self):
        """The same with each list ascending and without repetition, weekdays from WKST on."""
        first = WEEKDAYS.index(self.parts.get("WKST", "MO"))

        def place(value):
            if value[-2:] not in WEEKDAYS:
                return int(value)
            return int(value[:-2] or 0), (WEEKDAYS.index(value[-2:]) - first) % 7

        lists = {name: value for name, value in self.parts.items() if name.startswith("BY")}
        return self.rewritten(**{name: tuple(sorted(set(value), key=place)) for name, value in lists.items()})


class Answer(NamedTuple):
    """What an evaluator says: `end` when the set has ended, `more` at the limit, `cut` out of time, or `error`."""

    status: str
    times: tuple
    message: str = ""

    @classmethod
    def read(cls, line):
        number, status, rest = line.rstrip("\n").split("\t")
        if status == "error":
            return number, cls(status, (), rest)
        return number, cls(status, tuple(rest.split(",")) if rest else ())

    def agrees(self, other):
        """Whether both say the same as far as both look."""
        shared = min(len(self.times), len(other.times))
        if self.times[:shared] != other.times[:shared]:
            return False
        for here, there in ((self, other), (other, self)):
            # One that has ended has no more than it told; one at the limit has more.
            if here.status == "end" and (len(there.times) > shared or there.status == "more"):
                return False
            if here.status == "more" and len(there.times) > shared:
                return False
        return True


if __name__ == "__main__":
    # Writes the lines of standard input with sorted lists.
    for text in sys.stdin:
        print(Question.read(text).sorted())
