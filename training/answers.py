"""Documents with questions, as pairs of a question and a sentence that answers it or is merely about the same thing.

Each question has both: one that its document answers comes with a near miss, one that it leaves open with a sentence that would
answer it. So nothing can be learnt from the question alone. Some documents come in families of three that are easily mistaken for each
other: what one of them says of the same matter does not answer a question about another.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Question:
    text: str
    """Places of the document's sentences that answer it."""
    answers: list[int]
    """A near miss where the document answers it, else what would answer it; none where it is asked in the document's own words."""
    further: str | None


@dataclass
class Document:
    headings: str
    sentences: list[str]
    questions: list[Question]
    """What its family has in common, or nothing."""
    family: str | None

    def under_its_headings(self, sentence: str) -> str:
        """A sentence as the product has it read."""
        return f"{self.headings}: {sentence}"

    def is_kept(self) -> bool:
        """A tenth of the documents, by their titles or families: never trained on, and what figures are published of."""
        return hashlib.sha256((self.family or self.headings).lower().encode()).digest()[0] * 10 // 256 == 0


@dataclass
class Pair:
    question: str
    passage: str
    answers: bool
    weight: float


def read(folder: Path, with_direct: bool) -> list[Document]:
    """With what is asked in the documents' own words, too, or without."""
    documents = []
    for file in sorted(folder.rglob("*.jsonl")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            headings = f"{row['title']}: {row['section']}" if row["section"] else row["title"]
            questions = [Question(each["question"], each["answers"], each["further"]) for each in row["questions"]]
            if with_direct:
                questions += [Question(each["direct"], each["answers"], None) for each in row["questions"] if "direct" in each]
            documents.append(Document(headings, row["sentences"], questions, row.get("family")))
    return documents


def beside(documents: list[Document]) -> dict[str, list[str]]:
    """For each document's headings: the sentences of the rest of its family, under theirs."""
    families: dict[str, list[Document]] = {}
    for document in documents:
        if document.family:
            families.setdefault(document.family, []).append(document)
    return {
        document.headings: [other.under_its_headings(each) for other in family if other is not document for each in other.sentences]
        for family in families.values()
        for document in family
    }


def words(text: str) -> set[str]:
    """Beginnings of its longer words."""
    return {word[:5] for word in "".join(c if c.isalnum() else " " for c in text.lower()).split() if len(word) > 2}


def pairs(documents: list[Document], most_others: int, rng: random.Random) -> list[Pair]:
    """For each question what answers it, and of the rest: the near miss, the sentences with most of its words, one at
    random, the same of its family, and one of another document."""
    result = []
    families = beside(documents)

    def alike(asked: set[str], passages: list[str], more: list[str]) -> list[str]:
        """Those with most of the words asked, and one at random of the rest and `more`."""
        ordered = sorted(passages, key=lambda passage: -len(asked & words(passage)))
        return [*ordered[:most_others], rng.choice(ordered[most_others:] + more)]

    everything = [document.under_its_headings(sentence) for document in documents for sentence in document.sentences]
    for document in documents:
        for question in document.questions:
            asked = words(question.text)
            right = [document.sentences[place] for place in question.answers]
            rest = [each for place, each in enumerate(document.sentences) if place not in question.answers]
            further = [each.further for each in document.questions if each.further and each.text != question.text]
            wrong = alike(asked, rest, further)
            if question.further:
                (wrong if question.answers else right).append(question.further)
            for sentence in right:
                result.append(Pair(question.text, document.under_its_headings(sentence), True, 2.0))
            for sentence in wrong:
                result.append(Pair(question.text, document.under_its_headings(sentence), False, 1.0))
            if family := families.get(document.headings):
                result += [Pair(question.text, passage, False, 1.0) for passage in alike(asked, family, [])]
            far = max(rng.sample(everything, 12), key=lambda passage: len(asked & words(passage)))
            result.append(Pair(question.text, far, False, 1.0))
    return result
