import { type ResolvedAspects, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import type { LoadedContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { type ContentProblem, warningAt } from '#dataset/content-problem.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import { isAnalyzed, segmentText } from '#insights/text/segment-text.ts';
import { listWords } from '#insights/text/tokenize.ts';

/** With fewer reviews, common and rare words cannot be told apart. */
const ENOUGH_REVIEWS = 20;
/** A term in more of the reviews is hardly specific to one aspect. */
const COMMON_SHARE = 0.1;
/** Maximum common terms of a list that are named. */
const NAMED = 5;

/** The number of reviews, and of those that contain each term, by aspect and spelling. */
type TermCounts = { readonly reviews: number; readonly counts: ReadonlyMap<string, number> };

/** Remarks on terms: warnings about those of editors, a sentence about the list. */
type TermRemarks = {
  readonly warnings: readonly ContentProblem[];
  /** The list in use and its fit; undefined if the aspects are the editors' own. */
  readonly remark: string | undefined;
};

export function checkTerms({ content, aspects }: LoadedContent): TermRemarks {
  if (!aspects) return { warnings: [], remark: undefined };
  const counted = countTerms(content);
  const isEnough = counted.reviews >= ENOUGH_REVIEWS;
  const locate = isEnough && aspects.value.written.length > 0 ? aspects.openPlaces() : undefined;
  const warnings = aspects.value.written.flatMap(({ id, terms }) =>
    terms.flatMap(({ term, path }) => {
      const message = describeTerm(id, term, counted);
      return locate && message ? [warningAt(aspects.file, locate(path), message)] : [];
    }),
  );
  return { warnings, remark: describeList(aspects.value, counted, isEnough) };
}

/** Counts the analyzed reviews that contain each term, hints included: each term is enough here. */
function countTerms(content: Content): TermCounts {
  const find = createAspectFinder(
    content.aspects.map(({ terms, ...aspect }) => ({
      ...aspect,
      terms: terms.map((term) => ({ term: spellingOf(term), weight: 1 })),
    })),
  );
  const language = languageOf(content.business);
  const analysed = content.reviews.filter(
    ({ verification, inLanguage = language }) =>
      verification.status === 'verified' && isAnalyzed({ inLanguage }),
  );
  const counts = new Map<string, number>();
  for (const { reviewBody } of analysed) {
    const clauses = segmentText(reviewBody).flatMap((sentence) => sentence.clauses);
    const found = clauses.flatMap(({ tokens }) =>
      find(listWords(tokens)).flatMap(({ id, terms }) => terms.map((term) => keyOf(id, term))),
    );
    for (const key of new Set(found)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { reviews: analysed.length, counts };
}

function keyOf(id: string, term: string): string {
  return `${id} ${term}`;
}

function describeTerm(id: string, term: string, { reviews, counts }: TermCounts) {
  const count = counts.get(keyOf(id, term)) ?? 0;
  if (count === 0) {
    return `terms: "${term}" occurs in none of the ${reviews} reviews; correct it or delete it`;
  }
  if (count <= reviews * COMMON_SHARE) return undefined;
  return `terms: "${term}" occurs in ${shareOf(count, reviews)} of the reviews; unless all of these are about ${id}, use a more specific term, or give it a weight below 1`;
}

function describeList(
  { trade, isChosen, aspects, written }: ResolvedAspects,
  { reviews, counts }: TermCounts,
  isEnough: boolean,
): string | undefined {
  if (trade === undefined) return undefined;
  const own = new Set(written.flatMap(({ id, terms }) => terms.map(({ term }) => keyOf(id, term))));
  const listed = aspects.flatMap(({ id, terms }) =>
    terms.flatMap((term) => {
      const spelling = spellingOf(term);
      const isHint = typeof term !== 'string' && term.weight < 1;
      const key = keyOf(id, spelling);
      return own.has(key) ? [] : [{ spelling, isHint, count: counts.get(key) ?? 0 }];
    }),
  );
  const found = listed.filter(({ count }) => count > 0).length;
  const common = listed
    .filter(({ count, isHint }) => !isHint && count > reviews * COMMON_SHARE)
    .sort((a, b) => b.count - a.count)
    .slice(0, NAMED)
    .map(({ spelling, count }) => `"${spelling}" in ${shareOf(count, reviews)}`);
  const use = isChosen
    ? `The aspects come from the list ${trade}`
    : `There is no aspects.yaml, so the aspects come from the list ${trade}`;
  const often = common.length > 0 ? `, most often ${common.join(', ')}` : '';
  const terms = isEnough
    ? `; ${found} of its ${listed.length} terms occur in the ${reviews} reviews${often}`
    : '';
  const others = TRADES.filter((other) => other !== trade).join(', ');
  const choice = isChosen
    ? ''
    : ` "use: ${trade}" in aspects.yaml keeps it; other lists: ${others}.`;
  return `${use}${terms}.${choice}`;
}

function shareOf(count: number, of: number): string {
  return `${Math.round((100 * count) / of)} %`;
}
