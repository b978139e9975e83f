import { spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import type { LoadedContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { type ContentProblem, warningAt } from '#dataset/content-problem.ts';
import { groupByEach } from '#dataset/counts.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import { isAnalyzed, segmentText } from '#insights/text/segment-text.ts';
import { listWords } from '#insights/text/tokenize.ts';

/** With fewer reviews, common and rare words cannot be told apart. */
const ENOUGH_REVIEWS = 20;
/** A term in more of the reviews is hardly specific to one aspect. */
const COMMON_SHARE = 0.1;

/** Returns warnings about terms of the editors that no review contains, or too many. */
export function checkTerms({ content, aspects }: LoadedContent): ContentProblem[] {
  const language = languageOf(content.business);
  const reviews = content.reviews
    .filter(({ verification }) => verification.status === 'verified')
    .filter(({ inLanguage = language }) => isAnalyzed({ inLanguage }));
  if (!aspects || aspects.value.written.length === 0 || reviews.length < ENOUGH_REVIEWS) return [];
  const listTerms = createTermLister(content);
  const byTerm = groupByEach(reviews, ({ reviewBody }) => listTerms(reviewBody));
  const locate = aspects.openPlaces();
  return aspects.value.written.flatMap(({ id, terms }) =>
    terms.flatMap(({ term, path }) => {
      const count = byTerm.get(`${id} ${term}`)?.length ?? 0;
      const message = describeTerm(id, term, count, reviews.length);
      return message === undefined ? [] : warningAt(aspects.file, locate(path), message);
    }),
  );
}

/** Returns a sentence about the list in use; none if the aspects are the editors' own. */
export function describeList({ aspects }: LoadedContent): string[] {
  const { trade, isChosen } = aspects?.value ?? {};
  if (trade === undefined) return [];
  if (isChosen) return [`The aspects come from the list ${trade}.`];
  const others = TRADES.filter((other) => other !== trade).join(', ');
  const choice = `"use: ${trade}" in aspects.yaml keeps it; other lists: ${others}`;
  return [`There is no aspects.yaml, so the aspects come from the list ${trade}. ${choice}.`];
}

/** Lists the terms in a text after the ids of their aspects, each once; hints count as well. */
function createTermLister({ aspects }: Content): (text: string) => readonly string[] {
  const find = createAspectFinder(
    aspects.map(({ terms, ...aspect }) => ({
      ...aspect,
      terms: terms.map((term) => ({ term: spellingOf(term), weight: 1 })),
    })),
  );
  return (text) => {
    const clauses = segmentText(text).flatMap((sentence) => sentence.clauses);
    const found = clauses.flatMap(({ tokens }) => find(listWords(tokens)));
    return [...new Set(found.flatMap(({ id, terms }) => terms.map((term) => `${id} ${term}`)))];
  };
}

function describeTerm(id: string, term: string, count: number, of: number): string | undefined {
  if (count === 0) {
    return `terms: "${term}" occurs in none of the ${of} reviews; correct it or delete it`;
  }
  if (count <= of * COMMON_SHARE) return undefined;
  const share = `${Math.round((100 * count) / of)}%`;
  return `terms: "${term}" occurs in ${share} of the reviews; unless all of these are about ${id}, use a more specific term, or give it a weight below 1`;
}
