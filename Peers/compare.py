"""Compares our answers with the peers': usage: compare.py FOLDER DOCUMENT OURS…

FOLDER has rules.tsv and the programs' answers; OURS is the command that answers rules by Recurrence. See README.md.
"""

import collections
import pathlib
import subprocess
import sys
from typing import NamedTuple

from classes import CLASSES, ends_early
from rules import Answer, Question

PEERS = ("dateutil", "libical")


class Disagreement(NamedTuple):
    peer: str
    question: Question
    ours: Answer
    theirs: Answer


def read_answers(path):
    with open(path, encoding="ascii", errors="replace") as file:
        return dict(Answer.read(line) for line in file)


def ask(command, questions):
    """Our answers to the questions, in their order; numbers need not be unique."""
    lines = "".join(f"{question}\n" for question in questions)
    output = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [Answer.read(line)[1] for line in output.splitlines()]


class Judge:
    """Finds for each disagreement its class, and whether somebody else confirms us."""

    def __init__(self, command):
        self._command = command

    def explain(self, found):
        """The class of each disagreement, None where there is none, and whether its reading says what the peer says."""
        candidates = [(index, known) for index, item in enumerate(found) for known in CLASSES
                      if known.peer == item.peer and known.applies(item.question, item.question.parts)]
        readings = self._readings(found, candidates)
        answers = ask(self._command, [question for _, _, question in readings])
        explained = {}
        for (index, known, _), answer in zip(readings, answers):
            theirs = found[index].theirs
            if same_times(answer, theirs) or known.peer == "libical" and ends_early(answer, theirs):
                explained.setdefault(index, known)
        chosen = [explained.get(index) for index in range(len(found))]
        for index, known in candidates:
            if chosen[index] is None and accepts(known, found[index]):
                chosen[index] = known
        return chosen, set(explained)

    def _readings(self, found, candidates):
        """Each rule as one class has it, and then as all classes together have it."""
        single, together = [], {}
        for index, known in candidates:
            if known.reading is None:
                continue
            question = found[index].question
            single.append((index, known, known.reading(question, question.parts)))
            first, question = together.get(index, (known, question))
            if known.applies(question, question.parts):
                together[index] = (first, known.reading(question, question.parts))
        return single + [(index, known, question) for index, (known, question) in together.items()]

    def confirm(self, found, others):
        """Whether the other peer or the literal evaluator, as far as it looks, says what we say."""
        confirmed = [other is not None and other.status != "error" and item.ours.agrees(other)
                     for item, other in zip(found, others)]
        rest = [index for index, done in enumerate(confirmed) if not done]
        answers = ask(self._command + ["--literal"], [found[index].question for index in rest])
        for index, answer in zip(rest, answers):
            confirmed[index] = answer.status != "error" and found[index].ours.agrees(answer)
        return confirmed


def same_times(ours, theirs):
    """Whether a reading gives the peer's answer, where a peer may tell a time of day as its day only."""
    tells_days = all("T" not in time for time in theirs.times)

    def plain(answer):
        times = (time[:8] if tells_days else time.removesuffix("T000000") for time in answer.times)
        return answer._replace(times=tuple(times))

    return plain(ours).agrees(plain(theirs))


def accepts(known, item):
    """Whether a class without a reading takes the disagreement."""
    return known.reading is None and (known.fits is None or known.fits(item.ours, item.theirs))


def main():
    folder, document, command = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    with open(folder / "rules.tsv", encoding="ascii") as file:
        questions = [Question.read(line) for line in file]
    ours = read_answers(folder / "ours.tsv")
    answers = {peer: read_answers(folder / f"{peer}.tsv") for peer in PEERS}
    failures = [f"ours fails: {question}: {ours[question.number].message}" for question in questions
                if ours[question.number].status == "error"]

    found, others = [], []
    for peer in PEERS:
        print_agreement(peer, questions, ours, answers[peer])
        other = PEERS[1 - PEERS.index(peer)]
        for question in questions:
            here, there = ours[question.number], answers[peer][question.number]
            if there.status == "error" or here.agrees(there):
                continue
            found.append(Disagreement(peer, question, here, there))
            others.append(answers[other][question.number])

    judge = Judge(command)
    chosen, explained = judge.explain(found)
    confirmed = judge.confirm(found, others)
    text = document.read_text(encoding="utf-8")
    failures += [f"{document} has no section `{known.name}`" for known in CLASSES if f"`{known.name}`" not in text]
    for item, known, is_confirmed in zip(found, chosen, confirmed):
        if known is None or not is_confirmed:
            reason = "of no known class" if known is None else f"{known.name}, but nobody confirms us"
            failures.append(describe(item, reason))
    print_classes(found, chosen, explained)
    for failure in failures[:40]:
        print(failure, file=sys.stderr)
    print(f"{len(questions)} rules, {len(found)} disagreements, {len(failures)} of them unexplained")
    return 1 if failures else 0


def print_agreement(peer, questions, ours, theirs):
    counts = collections.Counter()
    for question in questions:
        answer = theirs[question.number]
        kind = answer.status if answer.status in ("error", "cut") else "full"
        agrees = ours[question.number].agrees(answer)
        counts["refused" if kind == "error" else kind if agrees else "disagrees"] += 1
    print(f"{peer}: {counts['full']} agree, {counts['cut']} agree as far as the peer got in its time, "
          f"{counts['disagrees']} disagree, {counts['refused']} refused by the peer")


def print_classes(found, chosen, explained):
    counts = collections.Counter(known.peer + " " + known.name for known in chosen if known)
    exact = collections.Counter(chosen[index].peer + " " + chosen[index].name for index in explained)
    for name, count in counts.most_common():
        print(f"  {count:7} {name}" + (f" ({exact[name]} by its reading)" if exact[name] else ""))


def describe(item, reason):
    return (f"{item.peer}: {reason}: {item.question}\n    ours   {item.ours.status} {' '.join(item.ours.times[:8])}\n"
            f"    theirs {item.theirs.status} {' '.join(item.theirs.times[:8])}")


if __name__ == "__main__":
    sys.exit(main())
