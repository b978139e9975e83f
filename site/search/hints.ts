import { quote } from '#dataset/text/shorten.ts';
import { type EntityNames, findNamed } from './question/names.ts';
import { FilterQuery } from './question/search-query.ts';
import { describeUnknown, type Unknown, unknownNames, writtenValue } from './question/suggest.ts';
import { type Term, termsOf } from './question/terms.ts';
import { without } from './question/without.ts';
import type { SearchHits } from './search.ts';

/** The questions that hints ask, all of one release. */
export type Ask = {
  readonly search: (query: FilterQuery) => Promise<SearchHits>;
  /** The ids of the reviews whose title contains the query, and that match its other filters. */
  readonly titles: (query: FilterQuery) => Promise<readonly string[]>;
  /** The number of reviews with each of the words of a question that pass its other filters. */
  readonly words: (query: FilterQuery) => Promise<readonly (readonly [Term, number])[]>;
  /** The facets of all reviews. */
  readonly facets: () => readonly string[];
  /** The dates of the oldest and the newest review; undefined without any. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
};

/** A question that finds something. */
export type Way = { readonly next: FilterQuery; readonly total: number };

/** A sentence that helps, the question that a program asks next, and all those that people may follow. */
export type Hint = {
  readonly text: string;
  readonly next?: FilterQuery | undefined;
  readonly ways?: readonly Way[];
};

/** With so few reviews, users want more. */
const FEW = 3;

/**
 * Returns hints on finding more: at least one if nothing is found; if few reviews are, or none has
 * all the words, the number of reviews by word, and aspects that are meant.
 */
export async function hintsOn(
  query: FilterQuery,
  found: SearchHits,
  names: EntityNames,
  ask: Ask,
): Promise<readonly Hint[]> {
  if (!ask.period) return [{ text: 'No review is published.' }];
  const unknown = found.total > 0 ? [] : unknownNames(query, names, ask.facets());
  if (unknown.length > 0) return hintsOnNames(query, unknown, ask);
  const onWords = await hintsOnWords(query, found, ask);
  if (found.total > FEW && onWords.length === 0) return [];
  const onAspects = await hintsOnAspects(query, found, names, ask);
  if (found.total > FEW) return [...onWords, ...onAspects];
  const text = [...(await hintsOnText(query, found.total, ask)), ...onWords, ...onAspects];
  if (found.total > 0) return text;
  text.unshift(...(await hintsOnDates(query, ask)));
  const isOnly = filtersIn(query).length < 2;
  if (isOnly && query.query !== undefined) {
    return [{ text: 'No review text has this phrase.' }, ...text];
  }
  // Suggesting to drop the only filter is worthwhile only without other hints.
  if (isOnly && text.length > 0) return text;
  return [...text, ...(await hintsOnFilters(query, ask))];
}

/** Returns the questions that find something. */
async function waysTo<Asked extends Pick<Way, 'next'>>(all: readonly Asked[], ask: Ask) {
  const ways: (Asked & Way)[] = [];
  for (const one of all) {
    const { total } = await ask.search(one.next);
    if (total > 0) ways.push({ ...one, total });
  }
  return ways;
}

/** Hints at the values that are meant, or at the question without them. */
async function hintsOnNames(query: FilterQuery, unknown: readonly Unknown[], ask: Ask) {
  const texts = unknown.map((one): Hint => ({ text: describeUnknown(one) }));
  const names = unknown.map(({ name }) => name);
  const rest: FilterQuery = without(query, ...names);
  const corrected = unknown.flatMap(({ name, meant }) =>
    meant.map((one) => {
      const value = writtenValue(name, one);
      return { name: `with ${name}=${value}`, next: { ...rest, [name]: value } };
    }),
  );
  const isAlone = filtersIn(rest).length === 0;
  const wider = isAlone ? [] : [{ name: `without ${names.join(' and ')}`, next: rest }];
  const said = 'Reviews that the other filters find';
  const [totals] = await hintOnTotals(said, [...corrected, ...wider], ask);
  if (isAlone) return texts.map(({ text }): Hint => ({ ...totals, text }));
  return totals ? [...texts, totals] : texts;
}

/** Returns the dates of the first and last review if a period has none. */
async function hintsOnDates(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const { since, until } = query;
  const { period } = ask;
  if (!period || (since ?? until) === undefined) return [];
  if ((await ask.search({ since, until })).total > 0) return [];
  const ways = await waysTo([{ next: without(query, 'since', 'until') }], ask);
  const text = `Reviews are dated from ${period.from} to ${period.to}.`;
  return [{ text, next: ways[0]?.next, ways }];
}

const MAX_TITLES = 3;

/** Returns titles with a text that few review texts contain, and the reviews with its words. */
async function hintsOnText(query: FilterQuery, total: number, ask: Ask): Promise<Hint[]> {
  const { query: text, ...others } = query;
  if (text === undefined || others.words !== undefined) return [];
  const hints: Hint[] = [];
  const titled = await ask.titles(query);
  if (titled.length > 0) {
    const ids = titled.slice(0, MAX_TITLES).join(', ') + (titled[MAX_TITLES] ? ' and others' : '');
    const said = `${quote(text)} is in the title of ${ids}; query searches review texts only.`;
    hints.push({ text: said });
  }
  const next = { ...others, words: text };
  const found = await ask.search(next);
  if (found.total <= total) return hints;
  const asked = termsOf(text).length;
  const share = found.matched === asked ? 'all' : `${found.matched}`;
  const words = asked === 1 ? 'the word' : `${share} of the ${asked} words`;
  const have = found.total === 1 ? '1 review has' : `${found.total} reviews have`;
  const where = 'in any form, in text, title or author';
  const counts = await countWords(next, ask);
  const said = `As words instead of query, ${have} ${words}, ${where}: ${counts.text}.`;
  const ways = [{ next, total: found.total }, ...(found.matched === asked ? [] : counts.ways)];
  return [...hints, { text: said, next, ways }];
}

/** The number of reviews with each word, where none that passes the other filters has all of them. */
async function hintsOnWords(
  query: FilterQuery,
  { total, matched }: SearchHits,
  ask: Ask,
): Promise<Hint[]> {
  const asked = termsOf(query.words ?? '').length;
  if (asked === 0 || (total > 0 && matched === asked)) return [];
  const isOnly = filtersIn(query).length < 2;
  if (isOnly && total === 0) return [{ text: 'No review has any of these words.' }];
  const scope = isOnly ? 'Reviews by word' : 'Reviews that the other filters find, by word';
  const { text, ways } = await countWords(query, ask);
  const counts = `${scope}: ${text}.`;
  const partial = `No review has all ${asked} words; those found have ${matched}. ${counts}`;
  return [{ text: total === 0 ? counts : partial, ways }];
}

async function countWords(query: FilterQuery, ask: Ask) {
  const counts = await ask.words(query);
  const found = counts.filter(([, total]) => total > 0);
  return {
    text: counts.map(([{ text }, total]) => `${quote(text)} ${total}`).join(', '),
    ways: found.map(([{ text, forms }, total]): Way => {
      return { next: { ...query, words: forms ? text : `"${text}"` }, total };
    }),
  };
}

/** Returns aspects that a text or its words name, if more reviews mention them in other words. */
async function hintsOnAspects(
  query: FilterQuery,
  { total }: SearchHits,
  { aspects }: EntityNames,
  ask: Ask,
): Promise<Hint[]> {
  const { query: text, words = text, ...others } = query;
  if (words === undefined || query.aspect !== undefined) return [];
  const asked = [words, ...termsOf(words).map((term) => term.text)];
  const meant = new Set(asked.flatMap((one) => findNamed(aspects, one)?.id ?? []));
  const questions = [...meant].map((aspect) => ({ aspect, next: { ...others, aspect } }));
  return (await waysTo(questions, ask))
    .filter((way) => total > FEW || way.total > total)
    .map((way) => {
      const text = `Reviews about the aspect ${quote(way.aspect)}: ${way.total}.`;
      return { text, next: way.next, ways: [way] };
    });
}

/** Suggests a filter to leave out, or all of them. */
async function hintsOnFilters(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const wider = await hintOnTotals(
    'Leaving out a filter finds more',
    filtersIn(query).map((name) => ({ name: `without ${name}`, next: without(query, name) })),
    ask,
  );
  if (wider.length > 0) return wider;
  const { total } = await ask.search({});
  const text = `Without filters ${total === 1 ? '1 review is' : `${total} reviews are`} found.`;
  return [{ text, next: {} }];
}

/** The totals of some questions; the first that finds any review is asked next. */
async function hintOnTotals(
  said: string,
  questions: readonly { readonly name: string; readonly next: FilterQuery }[],
  ask: Ask,
): Promise<Hint[]> {
  const ways = await waysTo(questions, ask);
  if (ways.length === 0) return [];
  const totals = ways.map(({ name, total }) => `${name} ${total}`);
  return [{ text: `${said}: ${totals.join(', ')}.`, next: ways[0]?.next, ways }];
}

function filtersIn(query: FilterQuery) {
  return FilterQuery.keyof().options.filter((name) => query[name] !== undefined);
}
