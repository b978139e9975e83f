import { wordsOf } from '#dataset/text/mentions.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { findPrivateMatter, type PrivateMatter } from './private-matters.ts';
import { clarityOf, type Flaw, findFlaw, leansOn, tellsStory } from './reads-alone.ts';

/** A stretch of a text, in UTF-16 units. */
type Extent = { readonly start: number; readonly end: number };

/** Why words must not be quoted: what is private, a length, or what does not read alone. */
export type Refusal = PrivateMatter | Flaw | 'length';

/** The sentence around a clause, or two: what a quote of it would be. */
export type Quotation = Extent & {
  readonly text: string;
  readonly clause: Extent;
  /** How well it reads alone, from 0 to 1. */
  readonly clarity: number;
  /** Why it must not be quoted; undefined where it may be. */
  readonly refusal: Refusal | undefined;
};

/** Shorter ones say nothing alone, and longer ones are not read. In UTF-16 units. */
const [SHORTEST, LONGEST] = [12, 280];

const MOST_SENTENCES = 2;

/** The folded words of names of the business and its people: no reason to keep a text private. */
export function familiarWords(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => wordsOf(name)).filter((word) => word !== ''));
}

/**
 * The quote of a clause: its whole sentence, with the one before where it refers to that and both are
 * short enough; undefined without words.
 */
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

/** The most that may ever be quoted of a clause: editors’ vetoes are looked for in it. */
export function widestQuote(reviewBody: string, clause: Extent): string {
  const { sentence, before } = findSentences(reviewBody, clause) ?? { sentence: clause };
  return reviewBody.slice((before ?? sentence).start, sentence.end);
}

/** The sentence around a clause, which may span some, and the one before where it refers to that. */
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

/** The reasons that forbid a quote whatever editors want; the others are a matter of taste. */
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

/** The sentences of a text with all that touches them, such as a bracket or the sign of a currency. */
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
