import { quote } from '#dataset/text/shorten.ts';
import { type EntityNames, findNamed } from './question/names.ts';
import { FilterQuery } from './question/search-query.ts';
import { describeUnknown, type Unknown, unknownNames, writtenValue } from './question/suggest.ts';
import { termsOf } from './question/terms.ts';
import { without } from './question/without.ts';
import type { SearchHits } from './search.ts';

/** The questions that hints ask, all of one release. */
export type Ask = {
  readonly search: (query: FilterQuery) => Promise<SearchHits>;
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

/** Returns hints on finding more: at least one if nothing is found. */
export async function hintsOn(
  query: FilterQuery,
  found: SearchHits,
  names: EntityNames,
  ask: Ask,
): Promise<readonly Hint[]> {
  const { total } = found;
  if (!ask.period) return [{ text: 'No review is published.' }];
  const unknown = total > 0 ? [] : unknownNames(query, names, ask.facets());
  if (unknown.length > 0) return hintsOnNames(query, unknown, ask);
  const onWords = hintsOnWords(query, found);
  if (total > FEW && onWords.length === 0) return [];
  const onAspects = await hintsOnAspects(query, total, names, ask);
  if (total > FEW) return [...onWords, ...onAspects];
  const hints = [...(await hintsOnText(query, total, ask)), ...onWords, ...onAspects];
  if (total > 0) return hints;
  hints.unshift(...(await hintsOnDates(query, ask)));
  // Suggesting to drop the only filter is worthwhile only without other hints.
  if (filtersIn(query).length < 2 && hints.length > 0) return hints;
  return [...hints, ...(await hintsOnFilters(query, ask))];
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
  const all = unknown.map(({ name }) => name);
  const rest: FilterQuery = without(query, ...all);
  const corrected = unknown.flatMap(({ name, meant }) =>
    meant.map((one) => {
      const value = writtenValue(name, one);
      return { name: `with ${name}=${value}`, next: { ...rest, [name]: value } };
    }),
  );
  const isAlone = filtersIn(rest).length === 0;
  const wider = isAlone ? [] : [{ name: `without ${all.join(' and ')}`, next: rest }];
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

/** Returns the reviews with the words of a text that few review texts contain. */
async function hintsOnText(query: FilterQuery, total: number, ask: Ask): Promise<Hint[]> {
  const { query: text, ...others } = query;
  if (text === undefined || others.words !== undefined) return [];
  const nothing = total === 0 ? [{ text: 'No review text has this phrase.' }] : [];
  const next = { ...others, words: text };
  const found = await ask.search(next);
  if (found.total <= total) return nothing;
  const have = found.total === 1 ? '1 review has' : `${found.total} reviews have`;
  const asked = termsOf(text).length;
  const share = found.matched === asked ? 'all' : `${found.matched}`;
  const words = asked === 1 ? 'the word' : `${share} of the ${asked} words`;
  const said = `As words instead of query, ${have} ${words}, in any form, in text, title or author.`;
  return [...nothing, { text: said, next, ways: [{ next, total: found.total }] }];
}

/** Says that no review has all of the words, or any. */
function hintsOnWords(query: FilterQuery, { total, matched }: SearchHits): Hint[] {
  const asked = termsOf(query.words ?? '').length;
  if (asked === 0 || matched === asked) return [];
  if (matched === 0) return [{ text: 'No review has any of these words.' }];
  if (total === 0) return [];
  return [{ text: `No review has all ${asked} words; those found have ${matched}.` }];
}

/** Returns aspects that a text or its words name, if more reviews mention them in other words. */
async function hintsOnAspects(
  query: FilterQuery,
  total: number,
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
