import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import { createGazetteers, wordsOf } from '#dataset/text/mentions.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import type { Statement } from '../noted-review.ts';
import { findPrivateMatter, type PrivateMatter } from './private-matters.ts';
import { clarityOf, type Flaw, findFlaw, leansOn, tellsStory } from './reads-alone.ts';

/** A stretch of a text, in UTF-16 units. */
type Extent = { readonly start: number; readonly end: number };

/** The reason not to quote words: a private matter, a length, or a flaw out of context. */
export type Refusal = PrivateMatter | Flaw | 'length';

/** The possible quote of a clause: the sentence around it, or two. */
export type Quotation = Extent & {
  readonly text: string;
  readonly clause: Extent;
  /** The clarity out of context, from 0 to 1. */
  readonly clarity: number;
  /** The reason that it must not be quoted; undefined if it may be. */
  readonly refusal: Refusal | undefined;
};

/** Shorter quotes are meaningless alone, and longer ones are not read. In UTF-16 units. */
const [SHORTEST, LONGEST] = [12, 280];

const MOST_SENTENCES = 2;

/** Returns the folded words of names of the business and its people, which make no text private. */
export function familiarWords(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => wordsOf(name)).filter((word) => word !== ''));
}

/** Returns the quote of a clause: its sentence, and the one before if it refers to that. */
export function quotationOf(
  reviewBody: string,
  clause: Extent,
  familiar: ReadonlySet<string> = new Set(),
): Quotation | undefined {
  const found = findSentences(reviewBody, clause);
  if (!found) return undefined;
  const { sentence, count, before } = found;
  const own = judgeExtent(reviewBody, sentence, clause, familiar);
  if (count > MOST_SENTENCES) return { ...own, clarity: 0, refusal: 'length' };
  if (!before || count > 1 || tellsStory(reviewBody.slice(before.start, before.end))) return own;
  if (/\n\s*\n/.test(reviewBody.slice(before.end, sentence.start))) return own;
  const both = judgeExtent(
    reviewBody,
    { start: before.start, end: sentence.end },
    clause,
    familiar,
  );
  return both.refusal === undefined ? both : own;
}

/** The longest possible quote of a clause, which is searched for editors’ vetoed phrases. */
export function widestQuote(reviewBody: string, clause: Extent): string {
  const { sentence, before } = findSentences(reviewBody, clause) ?? { sentence: clause };
  return reviewBody.slice((before ?? sentence).start, sentence.end);
}

/** Finds the sentences around a clause, and the one before if they refer to it. */
function findSentences(reviewBody: string, clause: Extent) {
  const sentences = sentencesOf(reviewBody);
  const own = sentences.filter(({ start, end }) => end > clause.start && start < clause.end);
  const [first] = own;
  if (!first) return undefined;
  const start = Math.min(first.start, clause.start);
  const end = Math.max(own.at(-1)?.end ?? clause.end, clause.end);
  const before = sentences[sentences.indexOf(first) - 1];
  const isJoined =
    before && leansOn(reviewBody.slice(before.start, before.end), reviewBody.slice(start, end));
  return { sentence: { start, end }, count: own.length, before: isJoined ? before : undefined };
}

/** The reasons that forbid a quote even if editors want it; the others are a matter of taste. */
export const FINAL_REFUSALS: ReadonlySet<Refusal | undefined> = new Set([
  'contact',
  'number',
  'health',
  'length',
] as const);

function judgeExtent(
  reviewBody: string,
  { start, end }: Extent,
  clause: Extent,
  familiar: ReadonlySet<string>,
): Quotation {
  const text = reviewBody.slice(start, end);
  const marked = reviewBody.slice(clause.start, clause.end);
  const extents = { text, start, end, clause: { start: clause.start, end: clause.end } };
  if (text.length < SHORTEST || text.length > LONGEST) {
    return { ...extents, clarity: 0, refusal: 'length' };
  }
  const refusal = findPrivateMatter(text, familiar) ?? findFlaw(text, marked);
  return { ...extents, clarity: clarityOf(text, marked), refusal };
}

/** The sentences of a text with adjacent characters, such as a bracket or a currency sign. */
function sentencesOf(text: string): Extent[] {
  const extents = segmentText(text).map(({ tokens }) => ({
    start: tokens[0]?.start ?? 0,
    end: tokens.at(-1)?.end ?? 0,
  }));
  return extents.map(({ start, end }, index) => {
    let [from, to] = [start, end];
    const [least, most] = [extents[index - 1]?.end ?? 0, extents[index + 1]?.start ?? text.length];
    while (from > least && /\S/.test(text.charAt(from - 1))) from--;
    while (to < most && /\S/.test(text.charAt(to))) to++;
    return { start: from, end: to };
  });
}

/** The quote of a mention; `isPersonal` if it names a person of the business. Null without words. */
export type ReadQuote = (
  statement: Statement,
) => (Quotation & { readonly isPersonal: boolean }) | null;

/** Creates a reader of quotes that remembers its readings. */
export function createQuoteReader(dataset: Dataset): ReadQuote {
  const { technicians: findPeople } = createGazetteers(dataset);
  const familiar = familiarWords(vocabularyOf(dataset).names);
  return memoize(({ from, mention }: Statement) => {
    const quotation = quotationOf(from.review.reviewBody, mention, familiar);
    if (!quotation) return null;
    return { ...quotation, isPersonal: findPeople(wordsOf(quotation.text)).length > 0 };
  });
}
