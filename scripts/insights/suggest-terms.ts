import { spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Content } from '#dataset/content.ts';
import { groupByEach } from '#dataset/counts.ts';
import { quote } from '#dataset/text/shorten.ts';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import { BUSINESS_NOUNS, FIRM_NOUNS } from '#insights/conduct/words.ts';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { isAnalyzed } from '#insights/text/segment-text.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS, IRREGULAR_WORDS, wordSet } from '#insights/text/word-lists.ts';
import type { Analysis } from './analyze-content.ts';
import vagueWords from './vague-words.json' with { type: 'json' };

/** A term, and the number of reviews that contain it in an opinion without an aspect. */
type Suggestion = {
  readonly term: string;
  readonly reviewCount: number;
  readonly examples: readonly { readonly reviewId: string; readonly text: string }[];
};

/** Fewer reviews are no pattern. */
const LEAST_REVIEWS = 3;
const MOST_TERMS = 30;

/**
 * Suggests terms: words and pairs of words that occur in opinions without an aspect rather than in
 * other clauses, the surest first. Each finds opinions of three reviews that no earlier one finds.
 */
export function suggestTerms({ content, dataset, readClauses }: Analysis): readonly Suggestion[] {
  const clauses = dataset.reviews.filter(isAnalyzed).flatMap(({ id, reviewBody, reviewRating }) =>
    readClauses(reviewBody, reviewRating.ratingValue).map(({ clause, about, label, aspects }) => ({
      ...{ reviewId: id, text: reviewBody.slice(clause.start, clause.end) },
      words: listWords(clause.tokens),
      isOpen: about === 'business' && label !== 'neutral' && aspects.length === 0,
    })),
  );
  const openCount = clauses.filter(({ isOpen }) => isOpen).length;
  const listTerms = createTermLister(content, new Set(clauses.flatMap(({ words }) => words)));
  const ranked = Array.from(
    groupByEach(clauses, ({ words }) => listTerms(words)),
    ([term, holding]) => {
      const open = holding.filter(({ isOpen }) => isOpen);
      return { term, open, z: logOdds(open.length, openCount, holding.length, clauses.length) };
    },
  ).filter(({ z }) => z > 0);
  // If a word and its pair occur in the same clauses, the pair says more.
  ranked.sort((a, b) => b.z - a.z || b.term.length - a.term.length);
  const found = new Set<object>();
  const suggestions = ranked.flatMap(({ term, open }): Suggestion[] => {
    const fresh = open.filter((clause) => !found.has(clause));
    const texts = new Map(fresh.map(({ reviewId, text }) => [reviewId, text]));
    if (texts.size < LEAST_REVIEWS) return [];
    for (const clause of fresh) found.add(clause);
    const examples = Array.from(texts, ([reviewId, text]) => ({ reviewId, text })).slice(0, 2);
    return [{ term, reviewCount: new Set(open.map(({ reviewId }) => reviewId)).size, examples }];
  });
  return suggestions.slice(0, MOST_TERMS);
}

/** The weight of the prior, in clauses: they contain a term as often as all clauses do. */
const PRIOR = 10;

/**
 * Returns the certainty that a term, in `all` of `ofAll` clauses and in `own` of `ofOwn` of these,
 * belongs to these rather than the others: the log-odds ratio with an informative prior, in
 * standard deviations (Monroe, Colaresi and Quinn 2008, Political Analysis 16:372).
 */
function logOdds(own: number, ofOwn: number, all: number, ofAll: number): number {
  const prior = (PRIOR * all) / ofAll;
  const [a, b] = [own + prior, all - own + prior];
  const difference = Math.log(a / (ofOwn + PRIOR - a)) - Math.log(b / (ofAll - ofOwn + PRIOR - b));
  return difference / Math.sqrt(1 / a + 1 / b);
}

/** People of a business as well; not its rooms, since “spa” is a subject that guests judge. */
const VAGUE = [...wordSet(vagueWords), ...BUSINESS_NOUNS.difference(FIRM_NOUNS)];
/** From this valence on, a word of the lexicon is an opinion about anything: “great”. */
const OPINION = 2;

/**
 * Returns a function that lists the terms that would find a clause by its words: each in the form
 * that finds its other forms, and pairs with at most one word in between. Existing terms, names,
 * opinions and vague words are excluded.
 */
function createTermLister(
  { aspects, others, business, technicians, services, serviceAreas }: Content,
  words: ReadonlySet<string>,
): (words: readonly string[]) => readonly string[] {
  const { lexicon } = shippedModel();
  const named = [...technicians, ...services, ...serviceAreas];
  const names = [business.name, ...named.flatMap(({ name, aliases }) => [name, ...aliases])];
  const excluded = new Set([
    ...FUNCTION_WORDS,
    ...VAGUE.flatMap((word) => [...inflectWord(word)]),
    ...names.flatMap((name) => listWords(tokenize(name))),
  ]);
  const terms = [...aspects.flatMap((aspect) => aspect.terms.map(spellingOf)), ...others];
  const findKnown = createAspectFinder([{ id: '', name: '', description: '', terms }]);
  const isTelling = (word: string) =>
    /^[a-z]{3,}$/.test(word) &&
    !excluded.has(word) &&
    Math.abs(lexicon.get(word) ?? 0) < OPINION &&
    findKnown([word]).length === 0;
  const bases = new Map<string, string>();
  for (const word of [...words].filter(isTelling).sort((a, b) => a.length - b.length)) {
    if (bases.has(word)) continue;
    const base = IRREGULAR_WORDS.get(word)?.[0] ?? word;
    for (const form of inflectWord(base)) bases.set(form, bases.get(form) ?? base);
  }
  return (said) => {
    const own = said.map((word) => bases.get(word));
    const pairs = (base: string, place: number) =>
      own.slice(place + 1, place + 3).flatMap((next) => (next ? `${base} ${next}` : []));
    return [...new Set(own.flatMap((base, place) => (base ? [base, ...pairs(base, place)] : [])))];
  };
}

/** Returns suggestions as a YAML list, to be adopted line by line. */
export function formatSuggestions(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return 'There are no terms to suggest.';
  const lines = suggestions.flatMap(({ term, reviewCount, examples }) => [
    `- ${term} # ${reviewCount} reviews`,
    ...examples.map(({ reviewId, text }) => `  # ${reviewId}: ${quote(text, 110)}`),
  ]);
  return `# These words mark opinions without an aspect, the surest first. Add to an aspect the words that refer
# to it in nearly every sentence, and check with npm run check:content.
${lines.join('\n')}`;
}
