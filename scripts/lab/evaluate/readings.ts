import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Annotations, type CreateAnnotate, vocabularyOf } from '#dataset/annotate.ts';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { type Mark, namedIn, readMarks } from '../labeled/marks.ts';
import { shareOf } from './measures.ts';
import { describeShares, type Section, type Shares } from './section.ts';

const TRADES = {
  law: 'law firms',
  'home-services': 'home services',
  health: 'health care',
} as const;

const MarkedText = z.object({
  id: z.string(),
  rating: z.number(),
  trade: z.enum(['law', 'home-services', 'health']),
  text: z.string(),
});
type MarkedText = z.infer<typeof MarkedText>;

/** Reads reviews, each as JSON in a line, and a reader's marks in them. */
function readReadings(folder: string) {
  const lines = readFileSync(join(folder, 'reviews.jsonl'), 'utf8').trim().split('\n');
  const texts = lines.map((line) => MarkedText.parse(JSON.parse(line)));
  return { texts, marks: readMarks(join(folder, 'opinions.tsv'), texts) };
}

/**
 * Measures the agreement of published mentions and marks. An opinion of which the reader is sure is
 * found if a mention overlaps it, on its side and of an aspect that the reader accepts; a mention
 * is right if it agrees so with any mark, and contrary if all marks there take the other side.
 */
export function measureReadings(
  reviews: readonly (Pick<Annotations, 'aspects'> & { readonly id: string })[],
  marks: readonly Mark[],
): Shares {
  const marksOf = Map.groupBy(marks, ({ id }) => id);
  const mentions = reviews.flatMap(({ id: review, aspects = [] }) =>
    aspects
      .filter(
        ({ about, sentiment }) => about === 'business' && /^(?:posi|nega)tive$/.test(sentiment),
      )
      .map(({ id, sentiment, start, end }) => {
        const near =
          marksOf.get(review)?.filter((mark) => mark.start < end && start < mark.end) ?? [];
        const agreeing = near.filter(({ side, aspects: accepted }) => {
          return side === sentiment && accepted.includes(id);
        });
        const isContrary = near.length > 0 && near.every(({ side }) => side !== sentiment);
        return { agreeing, isContrary };
      }),
  );
  const found = new Set(mentions.flatMap(({ agreeing }) => agreeing));
  const opinions = marks.filter(({ isSure, isGeneral }) => isSure && !isGeneral);
  const recallOf = (side: Mark['side']) =>
    shareOf(
      opinions.filter((mark) => mark.side === side),
      (mark) => found.has(mark),
    );
  return {
    opinionPrecision: shareOf(mentions, ({ agreeing }) => agreeing.length > 0),
    opinionRecall: shareOf(opinions, (mark) => found.has(mark)),
    praiseRecall: recallOf('positive'),
    criticismRecall: recallOf('negative'),
    opinionContrary: shareOf(mentions, ({ isContrary }) => isContrary),
  };
}

/** Measures people likewise: who is praised or criticized, instead of the aspects. */
export function measurePeople(
  reviews: readonly (Pick<Annotations, 'people'> & { readonly id: string })[],
  marks: readonly Mark[],
): Shares {
  const read = reviews.map(({ id, people = [] }) => ({
    id,
    aspects: people.map((one) => ({ ...one, about: 'business' as const })),
  }));
  return measureReadings(read, marks.flatMap(namedIn));
}

/** Texts that were written, and marked by another reader, without knowledge of lists and rules. */
export const READINGS = join(import.meta.dirname, '../../../tests/fixtures/readings');
/** Lists and rules were made with one half in sight; the other was not read. */
export const HALVES = ['seen', 'unseen'] as const;

/** The name of the data of a half, for people. */
export function nameOfHalf(name: string, half: (typeof HALVES)[number]): string {
  return half === 'seen' ? `${name}, seen` : name;
}

/** Evaluates reviews in which a reader marked every opinion before the program read them. */
export function evaluateReadings(createAnnotate: CreateAnnotate): Section {
  const measured = HALVES.flatMap((half) => {
    const { texts, marks } = readReadings(join(READINGS, half));
    return [...Map.groupBy(texts, ({ trade }) => trade)].map(([trade, own]) => {
      const name = nameOfHalf(`realistic reviews of ${TRADES[trade]}, marked by a reader`, half);
      const shares = measureTrade(trade, own, marks, createAnnotate);
      return { name, cells: [shares.opinionPrecision?.n ?? 0], dataset: name, shares };
    });
  });
  return describeShares(
    'Opinions in realistic reviews, as a reader marked them',
    [
      ...['reviews', 'mentions', 'right', 'opinions found', 'praise found', 'criticism found'],
      'contrary',
    ],
    [
      'The reviews were written, and marked by another reader, without knowledge of the lists and rules, which were then made with those in sight that are called seen; the others were not looked at.',
      'An opinion is found with its side and an aspect that the reader accepts. Law firms have learned aspects; other trades have terms alone.',
    ],
    measured,
  );
}

function measureTrade(
  trade: MarkedText['trade'],
  texts: readonly MarkedText[],
  all: readonly Mark[],
  createAnnotate: CreateAnnotate,
): Shares {
  const ids = new Set(texts.map(({ id }) => id));
  const marks = all.filter(({ id }) => ids.has(id));
  const annotate = createAnnotate(
    vocabularyNaming(trade, new Set(marks.flatMap(({ people }) => people))),
  );
  const read = texts.map(({ id, text: reviewBody, rating }) => {
    return { ...annotate({ reviewBody, rating, inLanguage: 'en' }), id };
  });
  return measureReadings(read, marks);
}

/** Returns the vocabulary of a business of a trade whose people have these names. */
export function vocabularyNaming(trade: MarkedText['trade'], names: Iterable<string>) {
  const technicians = Array.from(names, (name, place) => {
    return { id: `person-${place}`, name, jobTitle: 'Staff', aliases: [], unambiguous: false };
  });
  return vocabularyOf({
    ...shippedList(trade),
    trade,
    technicians,
    business: { name: 'Harbor Injury Law' },
  });
}
