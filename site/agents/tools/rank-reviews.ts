import { fold } from '#dataset/text/fold.ts';
import { createMentionFinder, type Named, wordsOf } from '#dataset/text/mentions.ts';
import type { EntityNames } from '#search/question/names.ts';
import { type FilterQuery, MAX_QUERY_LENGTH } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** More words than these are not looked for. */
export const MAX_WORDS = 24;
/** Of each word that many of the newest reviews are ranked. */
const MOST_OF_A_TERM = 1000;
/** Shorter words say little, where there are others. */
const LEAST_LETTERS = 3;

/**
 * Finds the reviews that fit a question in free words best, as positions of the corpus. What is looked
 * for is the text as it stands, the people, services, places and aspects that it names, and each of its
 * words; each counts by how few reviews it finds. Who fits less than half as well as the best is left out.
 */
export async function rankReviews(
  text: string,
  { search, names, corpus }: ReviewSource,
  most: number,
): Promise<readonly number[] | 'busy'> {
  const scores = new Map<number, number>();
  for (const term of termsOf(text, names)) {
    const found = await search({ ...term, limit: MOST_OF_A_TERM });
    if (found === 'busy') return 'busy';
    const weight = Math.log(corpus.count / found.total);
    for (const position of found.positions) {
      scores.set(position, (scores.get(position) ?? 0) + weight);
    }
  }
  // Of those that fit alike, the newest come first.
  const ranked = [...scores].sort(([a, fitOfA], [b, fitOfB]) => fitOfB - fitOfA || a - b);
  const [, best = 0] = ranked[0] ?? [];
  return ranked
    .filter(([, fit]) => fit >= best / 2)
    .slice(0, most)
    .map(([position]) => position);
}

function termsOf(text: string, names: EntityNames): FilterQuery[] {
  const words = wordsOf(text).slice(0, -1);
  const named = (entities: readonly Named[]) => createMentionFinder(entities)(words);
  const telling = words.filter((word) => word.length >= LEAST_LETTERS);
  const distinct = new Set(telling.length > 0 ? telling : words);
  const phrase = text.trim();
  const isPhrase = words.length > 1 && fold(phrase).length <= MAX_QUERY_LENGTH;
  return [
    ...(isPhrase ? [{ query: phrase }] : []),
    ...named(names.technicians).map((id) => ({ mentions_technician: id })),
    ...named(names.services).map((id) => ({ mentions_service: id })),
    ...named(names.serviceAreas).map((id) => ({ service_area: id })),
    ...named(names.aspects).map((id) => ({ aspect: id })),
    ...[...distinct].slice(0, MAX_WORDS).map((query) => ({ query })),
  ];
}
