import { quote } from '#dataset/text/shorten.ts';
import type { EntityNames } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { describeUnknown, type Unknown, unknownNames, writtenValue } from './question/suggest.ts';
import { termsOf } from './question/terms.ts';
import { without } from './question/without.ts';
import type { SearchHits } from './search.ts';

/** What hints are found with. Each question is one of the same release. */
export type Ask = {
  readonly search: (query: FilterQuery) => Promise<SearchHits>;
  /** The ids of the reviews whose title holds the query of a question, and that pass its other filters. */
  readonly titles: (query: FilterQuery) => Promise<readonly string[]>;
  /** How many reviews have each of the words of a question, and pass its other filters. */
  readonly words: (query: FilterQuery) => Promise<readonly (readonly [string, number])[]>;
  /** Those of all reviews. */
  readonly facets: () => readonly string[];
  /** The dates of the oldest and the newest review; undefined without any. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
};

/** A sentence that helps, and the question that it leads to, which finds something. */
export type Hint = { readonly text: string; readonly next?: FilterQuery | undefined };

/** With so few reviews, one asks for more. */
const FEW = 3;

/**
 * How to find more, in sentences: at least one where nothing is found; where few reviews are, or no review
 * has all the words, how many reviews each word finds.
 */
export async function hintsOn(
  query: FilterQuery,
  found: SearchHits,
  names: EntityNames,
  ask: Ask,
): Promise<readonly Hint[]> {
  if (!ask.period) return [{ text: 'No review is published.' }];
  if (found.total > 0) {
    const text = found.total <= FEW ? await hintsOnText(query, found.total, ask) : [];
    return [...(await hintsOnWords(query, found, ask)), ...text];
  }
  const unknown = unknownNames(query, names, ask.facets());
  // With two of them, nothing else can be said of the question as a whole.
  if (unknown.length > 1) return unknown.map((one) => ({ text: describeUnknown(one) }));
  if (unknown[0]) return hintsOnName(query, unknown[0], ask);
  const text = [
    ...(await hintsOnDates(query, ask)),
    ...(await hintsOnText(query, 0, ask)),
    ...(await hintsOnWords(query, found, ask)),
  ];
  const isOnly = filtersIn(query).length < 2;
  if (isOnly && query.query !== undefined) {
    return [{ text: 'No review text has this phrase.' }, ...text];
  }
  // That everything is found without the one filter is worth saying only where nothing else is.
  if (isOnly && text.length > 0) return text;
  return [...text, ...(await hintsOnFilters(query, ask))];
}

/** What is found with the value that is meant, or without any. */
async function hintsOnName(query: FilterQuery, unknown: Unknown, ask: Ask): Promise<Hint[]> {
  const { name, meant } = unknown;
  const text = describeUnknown(unknown);
  const corrected = meant.map((one) => {
    const value = writtenValue(name, one);
    return [`with ${name}=${value}`, { ...query, [name]: value }] as const;
  });
  const wider = [`without ${name}`, without(query, name)] as const;
  const isOnly = filtersIn(query).length < 2;
  const said = 'Reviews that the other filters find';
  const found = await hintOnTotals(said, isOnly ? corrected : [...corrected, wider], ask);
  return isOnly ? [{ text, next: found[0]?.next }] : [{ text }, ...found];
}

/** From when to when there are reviews, where none lies in a period. */
async function hintsOnDates(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const { since, until } = query;
  const { period } = ask;
  if (!period || (since ?? until) === undefined) return [];
  if ((await ask.search({ since, until })).total > 0) return [];
  const wider = without(query, 'since', 'until');
  const next = (await ask.search(wider)).total > 0 ? wider : undefined;
  return [{ text: `Reviews are dated from ${period.from} to ${period.to}.`, next }];
}

const MAX_TITLES = 3;

/** Titles with a text that few review texts hold, and the reviews with its words. */
async function hintsOnText(query: FilterQuery, total: number, ask: Ask): Promise<Hint[]> {
  const { query: text, ...others } = query;
  if (text === undefined || others.words !== undefined) return [];
  const hints: Hint[] = [];
  const titled = await ask.titles(query);
  if (titled.length > 0) {
    const ids = titled.slice(0, MAX_TITLES).join(', ') + (titled[MAX_TITLES] ? ' and others' : '');
    hints.push({
      text: `${quote(text)} is in the title of ${ids}; query searches review texts only.`,
    });
  }
  const next = { ...others, words: text };
  const found = await ask.search(next);
  if (found.total <= total) return hints;
  const asked = termsOf(text).length;
  const share = found.matched === asked ? 'all' : `${found.matched}`;
  const words = asked === 1 ? 'the word' : `${share} of the ${asked} words`;
  const have = found.total === 1 ? '1 review has' : `${found.total} reviews have`;
  const where = 'in any form, in text, title or author';
  const counts = await listWords(next, ask);
  const said = `Asked as words instead of query, ${have} ${words}, ${where}: ${counts}.`;
  return [...hints, { text: said, next }];
}

/** How many reviews each word finds, where none that passes the other filters has all of them. */
async function hintsOnWords(query: FilterQuery, found: SearchHits, ask: Ask): Promise<Hint[]> {
  if (query.words === undefined) return [];
  const asked = termsOf(query.words).length;
  const { total, matched } = found;
  if (asked === 0 || (total > 0 && matched === asked)) return [];
  const isOnly = filtersIn(query).length < 2;
  if (isOnly && total === 0) return [{ text: 'No review has any of these words.' }];
  const scope = isOnly ? 'Reviews by word' : 'Reviews that the other filters find, by word';
  const counts = `${scope}: ${await listWords(query, ask)}.`;
  const partial = `No review has all ${asked} words; those found have ${matched}. ${counts}`;
  return [{ text: total === 0 ? counts : partial }];
}

async function listWords(query: FilterQuery, ask: Ask): Promise<string> {
  const counts = await ask.words(query);
  return counts.map(([word, count]) => `${quote(word)} ${count}`).join(', ');
}

/** Which filter to leave out, or that all of them may be. */
async function hintsOnFilters(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const wider = await hintOnTotals(
    'Leaving out a filter finds more',
    filtersIn(query).map((name) => [`without ${name}`, without(query, name)]),
    ask,
  );
  if (wider.length > 0) return wider;
  const { total } = await ask.search({});
  const reviews = total === 1 ? '1 review is' : `${total} reviews are`;
  return [{ text: `Without filters ${reviews} found.`, next: {} }];
}

/** How many reviews each of some questions finds; the first that finds any leads on. */
async function hintOnTotals(
  said: string,
  questions: readonly (readonly [name: string, question: FilterQuery])[],
  ask: Ask,
): Promise<Hint[]> {
  const found: Hint[] = [];
  for (const [name, next] of questions) {
    const { total } = await ask.search(next);
    if (total > 0) found.push({ text: `${name} ${total}`, next });
  }
  const totals = found.map(({ text }) => text).join(', ');
  return found.slice(0, 1).map(({ next }) => ({ text: `${said}: ${totals}.`, next }));
}

function filtersIn(query: FilterQuery): (keyof FilterQuery)[] {
  const isGiven = (name: string): name is keyof FilterQuery => Object.hasOwn(query, name);
  return Object.entries(query).flatMap(([name, value]) =>
    value !== undefined && isGiven(name) ? [name] : [],
  );
}
