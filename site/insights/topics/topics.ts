import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import { chooseQuotes } from '#insights/quotes/choose-quotes.ts';
import { NAMELESS, stockOf } from '#insights/quotes/quotes.ts';
import { createQuoteReaders, type ReadQuote } from '#insights/quotes/read-quote.ts';
import type { InsightsDocument } from '../insights-document.ts';
import {
  countSentiments,
  meanRating,
  type Opinion,
  reviewsIn,
  trendOf,
} from '../opinion-counts.ts';
import { scoreOf } from '../score.ts';
import { singularOf } from './noun-phrases.ts';

/** Minimum reviews with a topic, and minimum share of all. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_TOPICS = 12;

/**
 * Finds what analysed reviews are about: noun phrases in at least 5 of them and 1 %, that repeat no
 * name with figures of its own.
 */
export function findTopics(
  dataset: Dataset,
  analysed: readonly Opinion[],
  notesOf: NotesOf,
): InsightsDocument['topics'] {
  const phrases = choosePhrases(dataset, analysed);
  const find = createPhraseFinder(notesOf)(phrases);
  const holding = Map.groupBy(
    analysed.flatMap((one) => find(one.from.review).map((found) => ({ ...one, ...found }))),
    ({ phrase }) => phrase,
  );
  const { readUnfamiliar } = createQuoteReaders(dataset, notesOf);
  return phrases
    .map((phrase) => ({
      ...topicOf(phrase, holding.get(phrase) ?? [], readUnfamiliar),
      share: scoreOf(holding.get(phrase)?.length ?? 0, analysed.length),
    }))
    .sort((a, b) => b.reviewCount - a.reviewCount || (a.id < b.id ? -1 : 1));
}

/** The most frequent phrases; of two, one of which holds all words of the other, only the first. */
function choosePhrases(dataset: Dataset, analysed: readonly Opinion[]): readonly string[] {
  const counts = new Counts<string>();
  for (const { from } of analysed) for (const phrase of from.phrases) counts.add(phrase);
  const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * analysed.length);
  const ranked = [...counts.keys()]
    .filter((phrase) => counts.of(phrase) >= least)
    .sort((a, b) => counts.of(b) - counts.of(a) || (a < b ? -1 : 1));
  const isNamed = createNameTest(dataset);
  const chosen = new Map<string, ReadonlySet<string>>();
  for (const phrase of ranked) {
    if (chosen.size === MAX_TOPICS) break;
    const words = new Set(phrase.split(' '));
    const repeats = (one: ReadonlySet<string>) => one.isSubsetOf(words) || words.isSubsetOf(one);
    if (!chosen.values().some(repeats) && !isNamed(phrase)) chosen.set(phrase, words);
  }
  return [...chosen.keys()];
}

/**
 * Makes a test whether a phrase repeats a name that has figures of its own: it has a word of the
 * business, a person, a place or an aspect, or the last noun of a service; or all words of one are in
 * the other.
 */
function createNameTest(dataset: Dataset): (phrase: string) => boolean {
  const { business, technicians, services, serviceAreas, aspects } = dataset;
  const taken = new Set([
    ...[business, ...technicians, ...serviceAreas, ...aspects].flatMap(({ name }) => wordsOf(name)),
    ...services.flatMap(({ name }) => wordsOf(name).slice(-1)),
  ]);
  const names = [...technicians, ...services, ...serviceAreas]
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .map((name) => new Set(wordsOf(name)))
    .filter(({ size }) => size > 0);
  return (phrase) => {
    const words = new Set(wordsOf(phrase));
    return (
      !words.isDisjointFrom(taken) ||
      names.some((name) => name.isSubsetOf(words) || words.isSubsetOf(name))
    );
  };
}

/** The folded words of a name, each in the singular. */
function wordsOf(name: string): string[] {
  return (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).map(singularOf);
}

/** A phrase of a text, as it is spelled where it occurs first. */
type FoundPhrase = { readonly phrase: string; readonly spelling: string };

/**
 * Finds phrases in texts of reviews, and remembers them for as long as the notes, while they are the ones
 * that are sought.
 */
const createPhraseFinder = memoize((_notesOf: NotesOf) =>
  memoizeLast(JSON.stringify, (phrases: readonly string[]) => {
    const sought = phrases.map((phrase) => ({ phrase, pattern: patternOf(phrase) }));
    return memoize(({ reviewBody }: Review): readonly FoundPhrase[] => {
      return sought.flatMap(({ phrase, pattern }) => {
        const match = pattern.exec(reviewBody);
        return match ? { phrase, spelling: match[0].replace(/\s+/g, ' ') } : [];
      });
    });
  }),
);

/** Matches a phrase as `nounPhrasesIn` gives it, its last word in the singular or plural. */
function patternOf(phrase: string): RegExp {
  const stem = phrase.replaceAll(' ', '[\\s-]+').replace(/y$/, '(?:y|ie)');
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:e?s)?(?![\\p{L}\\p{N}])`, 'iu');
}

const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** The figures of a topic by how the analysed reviews that hold it are judged, and spell it. */
function topicOf(
  phrase: string,
  holding: readonly (Opinion & { readonly spelling: string })[],
  read: ReadQuote,
): Omit<InsightsDocument['topics'][number], 'share'> {
  const pattern = patternOf(phrase);
  const reviews = reviewsIn(holding);
  const { positive, negative } = countSentiments(holding);
  const said = reviews.flatMap((review) => review.said);
  const stock = stockOf(said, {
    read,
    orderOf: () => 2,
    isAbout: ({ mention }) => pattern.test(mention.quote),
    worthOf: () => NAMELESS,
  });
  return {
    id: phrase.replaceAll(' ', '-'),
    label: labelOf(holding.map(({ spelling }) => spelling)),
    reviewCount: reviews.length,
    averageRating: meanRating(reviews),
    score: scoreOf(positive - negative, reviews.length),
    trend: trendOf(holding),
    quotes: chooseQuotes([stock], MAX_QUOTES).flat(),
  };
}

/** The most frequent spelling, the first by the alphabet of equal ones, with a capital. */
function labelOf(spellings: readonly string[]): string {
  const counts = new Counts<string>();
  for (const spelling of spellings) counts.add(spelling);
  const [label = ''] = [...counts.keys()].sort(
    (a, b) => counts.of(b) - counts.of(a) || (a < b ? -1 : 1),
  );
  return label.replace(/^./u, (letter) => letter.toUpperCase());
}
