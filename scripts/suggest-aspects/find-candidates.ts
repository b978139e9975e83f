import { vocabularyOf } from '#dataset/annotate.ts';
import { spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Content } from '#dataset/content.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import { fold } from '#dataset/text/fold.ts';
import { createReader } from '#insights/annotation/read-text.ts';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import type { Polarity } from '#insights/polarity/judgement.ts';
import { isAnalysed } from '#insights/text/segment-text.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { findNounPhrases } from './noun-phrases.ts';

/** A clause with an opinion, in which a phrase stands. */
export type Place = {
  readonly review: number;
  readonly sentence: number;
  readonly label: Polarity;
  readonly aspects: ReadonlySet<string>;
  readonly text: string;
};

export type Candidate = {
  readonly phrase: string;
  readonly places: readonly Place[];
  readonly reviewCount: number;
};

export type Candidates = {
  readonly reviewCount: number;
  /** How many sentences with an opinion speak of each aspect, and how many there are. */
  readonly aspectCounts: ReadonlyMap<string, number>;
  readonly sentenceCount: number;
  /** The most frequent first, equally frequent ones by the alphabet. */
  readonly candidates: readonly Candidate[];
};

/** Fewer reviews are no pattern; of many it takes one in two hundred. */
const LEAST_REVIEWS = 3;
const LEAST_SHARE = 0.005;
/** A pair stands for its noun where this share of the reviews with the noun has the pair. */
const PAIR_SHARE = 0.5;

/** Finds what the published reviews in English judge, and no aspect of the content finds. */
export function findCandidates(content: Content): Candidates {
  const read = createReader(vocabularyOf(content));
  const language = languageOf(content.business);
  const reviews = content.reviews.filter(
    ({ verification, inLanguage = language }) =>
      verification.status === 'verified' && isAnalysed({ inLanguage }),
  );
  const places = new Map<string, Place[]>();
  const aspectCounts = new Map<string, number>();
  let sentenceCount = 0;
  for (const [review, { reviewBody, rating }] of reviews.entries()) {
    for (const { clauses } of read({ reviewBody, rating })) {
      const telling = clauses.filter(
        ({ about, label }) => about === 'business' && label !== 'neutral',
      );
      if (telling.length === 0) continue;
      const sentence = sentenceCount++;
      const aspects = new Set(clauses.flatMap((clause) => clause.aspects.map(({ id }) => id)));
      for (const id of aspects) aspectCounts.set(id, (aspectCounts.get(id) ?? 0) + 1);
      const [first, last] = [clauses[0]?.clause, clauses.at(-1)?.clause];
      const text = reviewBody.slice(first?.start, last?.end).replace(/\s+/g, ' ');
      for (const { clause, label, aspects: found } of telling) {
        const place = { review, sentence, label, aspects, text };
        const covered = new Set(found.flatMap(({ terms }) => terms.flatMap(wordsOf)));
        const isCovered = (phrase: string) =>
          wordsOf(phrase).some((word) => covered.has(word) || covered.has(singularOf(word)));
        for (const phrase of new Set(findNounPhrases(clause.tokens))) {
          if (isCovered(phrase)) continue;
          const known = places.get(phrase);
          if (known) known.push(place);
          else places.set(phrase, [place]);
        }
      }
    }
  }
  const isKnown = createKnower(content);
  const least = Math.max(LEAST_REVIEWS, Math.ceil(reviews.length * LEAST_SHARE));
  const counted = [...joinPlurals(places)]
    .filter(([phrase]) => !isKnown(phrase))
    .map(([phrase, found]) => ({ phrase, places: found, reviewCount: countReviews(found) }))
    .filter(({ reviewCount }) => reviewCount >= least)
    .sort((a, b) => b.reviewCount - a.reviewCount || (a.phrase < b.phrase ? -1 : 1));
  const candidates = dropCovered(counted);
  return { reviewCount: reviews.length, aspectCounts, sentenceCount, candidates };
}

function countReviews(places: readonly Place[]): number {
  return new Set(places.map(({ review }) => review)).size;
}

/** Counts a plural with its singular, where that stands in the reviews as well. */
function joinPlurals(places: ReadonlyMap<string, readonly Place[]>): Map<string, readonly Place[]> {
  const joined = new Map(places);
  for (const [phrase, plural] of places) {
    const name = singularOf(phrase);
    const singular = places.get(name);
    if (!singular || name === phrase) continue;
    joined.set(name, [...singular, ...plural]);
    joined.delete(phrase);
  }
  return joined;
}

/** The singular of a plain plural; of what is none it may be no word, which no text holds. */
function singularOf(word: string): string {
  return word.replace(/(?<=ss|sh|ch|x)es$|(?<=[^s])s$/, '');
}

/** Whether terms cover a phrase already, hints among them, or the content names what it means. */
function createKnower({ aspects, others, ...content }: Content): (phrase: string) => boolean {
  const { business, technicians, services, serviceAreas } = content;
  const terms = aspects.flatMap((aspect) => aspect.terms.map(spellingOf));
  const find = createAspectFinder([
    { id: 'known', name: 'Known', description: 'Known', terms: [...terms, ...others] },
  ]);
  const named = [...technicians, ...services, ...serviceAreas].flatMap(({ name, aliases }) => [
    name,
    ...aliases,
  ]);
  const names = new Set([business.name, ...named].flatMap((name) => wordsOf(name)));
  return (phrase) => {
    const words = wordsOf(phrase);
    return words.every((word) => names.has(word)) || find(words).length > 0;
  };
}

function wordsOf(text: string): string[] {
  return listWords(tokenize(fold(text)));
}

/** Of a noun and a pair that nearly always holds it one is enough. */
function dropCovered(candidates: readonly Candidate[]): Candidate[] {
  const counts = new Map(candidates.map(({ phrase, reviewCount }) => [phrase, reviewCount]));
  const nounOf = (pair: string) => pair.slice(pair.indexOf(' ') + 1);
  const pairs = candidates.filter(({ phrase }) => phrase.includes(' '));
  const kept = pairs.filter(
    ({ phrase, reviewCount }) => reviewCount >= PAIR_SHARE * (counts.get(nounOf(phrase)) ?? 0),
  );
  const dropped = new Set([
    ...pairs.filter((pair) => !kept.includes(pair)).map(({ phrase }) => phrase),
    ...kept.map(({ phrase }) => nounOf(phrase)),
  ]);
  return candidates.filter(({ phrase }) => !dropped.has(phrase));
}
