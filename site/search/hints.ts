import { nearestName } from '#dataset/check/nearest-name.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { Counts } from './facet-counts.ts';
import { valuesOf } from './question/facets.ts';
import { createFinder, type EntityNames } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { without } from './question/without.ts';
import { hintOnTotals, hintsOnText } from './text-hints.ts';

/** What hints are found with. Each question is one of the same release. */
export type Ask = {
  /** How many reviews a question finds. */
  readonly total: (query: FilterQuery) => Promise<number>;
  /** How many titles hold its text, of reviews for which its other filters hold. */
  readonly titles: (query: FilterQuery) => Promise<number>;
  /** All reviews, counted. */
  readonly counts: () => Promise<Counts>;
  /** The dates of the oldest and the newest review; undefined without any. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
};

/** A sentence that helps, and the question that it leads to, which finds something. */
export type Hint = { readonly text: string; readonly next?: FilterQuery | undefined };

/** What one question costs at most, whatever it asks. */
const MAX_SEARCHES = 15;

/**
 * Sentences that say how more would be found than by a question that finds nothing: what a name may
 * have meant, what titles hold, and which filter to leave out. There is always one.
 */
export async function explainNothing(
  query: FilterQuery,
  names: EntityNames,
  asker: Ask,
): Promise<readonly Hint[]> {
  if (!asker.period) return [{ text: 'No review is published.' }];
  let searches = 0;
  // Of what is not searched, nothing is said.
  const total: Ask['total'] = async (one) => (searches++ < MAX_SEARCHES ? asker.total(one) : 0);
  const ask = { ...asker, total };
  const unknown = [...unknownNames(query, names), ...(await unknownValues(query, ask))];
  // With two of them, nothing else can be said of the question as a whole.
  if (unknown.length > 1) return unknown.map(({ hint }) => ({ text: hint }));
  const [name] = unknown;
  if (name) return hintsOnName(query, name, ask);
  const found = [...(await hintsOnDates(query, ask)), ...(await hintsOnText(query, names, ask))];
  const isOnly = filtersIn(query).length < 2;
  if (isOnly && query.query !== undefined) return [{ text: NO_PHRASE }, ...found];
  // That everything is found without the one filter is worth saying only where nothing else is.
  if (isOnly && found.length > 0) return found;
  const all = [...found, ...(await hintsOnFilters(query, ask))];
  return all.length > 0 ? all : [{ text: 'Ask with fewer filters.' }];
}

const NO_PHRASE = 'No review text has this phrase.';

type Filter = keyof FilterQuery;

/** A filter whose value nobody bears, with the values that may be meant. */
type Unknown = {
  readonly name: Filter;
  readonly hint: string;
  readonly meant: readonly string[];
};

/** What is found with the value that is meant, or without any. */
async function hintsOnName(
  query: FilterQuery,
  { name, hint, meant }: Unknown,
  ask: Ask,
): Promise<Hint[]> {
  const corrected = meant.map(
    (value) => [`with ${name}=${value}`, { ...query, [name]: value }] as const,
  );
  const wider = [`without ${name}`, without(query, name)] as const;
  const isOnly = filtersIn(query).length < 2;
  const said = 'Reviews that the other filters find';
  const found = await hintOnTotals(said, isOnly ? corrected : [...corrected, wider], ask);
  return isOnly ? [{ text: hint, next: found[0]?.next }] : [{ text: hint }, ...found];
}

/** From when to when there are reviews, where none lies in a period. */
async function hintsOnDates(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const { since, until } = query;
  if (since === undefined && until === undefined) return [];
  const { period } = ask;
  if (!period || (await ask.total({ since, until })) > 0) return [];
  const wider = without(query, 'since', 'until');
  const next = (await ask.total(wider)) > 0 ? wider : undefined;
  return [{ text: `Reviews are dated from ${period.from} to ${period.to}.`, next }];
}

const MAX_LISTED = 20;

function unknownNames(query: FilterQuery, names: EntityNames): Unknown[] {
  const kinds = [
    ['mentions_technician', 'technician', names.technicians],
    ['mentions_service', 'service', names.services],
    ['service_area', 'service area', names.serviceAreas],
    ['aspect', 'aspect', names.aspects],
  ] as const;
  return kinds.flatMap(([name, kind, entities]) => {
    const asked = query[name];
    if (asked === undefined || createFinder<Suggested>(entities)(asked)) return [];
    const write = (one: Named) => (name === 'mentions_technician' ? one.name : one.id);
    const meant = suggest<Suggested>(asked, entities).map(write);
    const titled = (one: Suggested) =>
      one.jobTitle ? `${quote(write(one))} (${one.jobTitle})` : quote(write(one));
    const hint = `No ${kind} is called ${quote(asked)}.${describeValues(meant, entities.map(titled))}`;
    return [{ name, hint, meant }];
  });
}

async function unknownValues(query: FilterQuery, ask: Ask): Promise<Unknown[]> {
  const { source, language } = query;
  if (source === undefined && language === undefined) return [];
  const facets = [...(await ask.counts()).facets.keys()];
  return meantValues(query, facets).map(({ name, asked, meant, all }) => {
    const kind = name === 'source' ? 'from' : 'in the language';
    const listed = describeValues(
      meant,
      all.map((one) => quote(one)),
    );
    const hint = `No review is ${kind} ${quote(asked)}.${listed}`;
    return { name, hint, meant };
  });
}

/** A source or a language that no review has, those that may be meant, and all that there are. */
type MeantValues = {
  readonly name: 'source' | 'language';
  readonly asked: string;
  readonly meant: readonly string[];
  readonly all: readonly string[];
};

/** What may be meant by the source and the language of a question; `facets` are those of all reviews. */
export function meantValues(
  { source, language }: Pick<FilterQuery, 'source' | 'language'>,
  facets: readonly string[],
): MeantValues[] {
  const values = (
    name: MeantValues['name'],
    asked: string | undefined,
    find: typeof meantSources,
  ) => {
    const all = valuesOf(facets, name);
    const meant = asked === undefined ? undefined : find(asked, all);
    return asked === undefined || meant === undefined ? [] : [{ name, asked, meant, all }];
  };
  return [
    ...values('source', source, meantSources),
    ...values('language', language, meantLanguages),
  ];
}

/** Undefined where some review is from this source. */
function meantSources(asked: string, all: readonly string[]): readonly string[] | undefined {
  if (all.some((one) => fold(one) === fold(asked))) return undefined;
  return suggest(asked, all.map(toNamed)).map(({ name }) => name);
}

/** Undefined where some review is in this language. */
function meantLanguages(asked: string, all: readonly string[]): readonly string[] | undefined {
  const range = asked.toLowerCase();
  const isIn = (tag: string) => range === '*' || `${tag.toLowerCase()}-`.startsWith(`${range}-`);
  if (all.some(isIn)) return undefined;
  const languageOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';
  const meant = languageOf(range);
  return all.filter((tag) =>
    [languageOf(tag), nameOfLanguage(languageOf(tag))].some((one) => one === meant),
  );
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** In English; undefined for the codes of nobody, which Intl refuses. */
function nameOfLanguage(language: string): string | undefined {
  return /^[a-z]{2,3}$/.test(language) ? LANGUAGE_NAMES.of(language)?.toLowerCase() : undefined;
}

function toNamed(name: string): Named {
  return { id: name, name, aliases: [] };
}

const MAX_SUGGESTIONS = 3;

/** Somebody or something that a question may mean. */
type Suggested = Named & { readonly jobTitle?: string };

/** The one most likely meant, then those whose name or job title holds what was asked. */
export function suggest<Entity extends Suggested>(
  asked: string,
  entities: readonly Entity[],
): Entity[] {
  const part = fold(asked);
  // Other names of aspects are words of all kinds: one that is near to some other word means nothing.
  const spelled = new Map(
    entities.flatMap((entity) => spellingsOf(entity).map((name) => [name, entity] as const)),
  );
  const most = Math.max(1, Math.floor(part.length / 4));
  const nearest = spelled.get(nearestName(part, spelled.keys(), most) ?? '');
  const holding = entities.filter((entity) => part !== '' && holds(entity, part));
  const meant = nearest ? [nearest, ...holding] : holding;
  const likely = meant.length > 0 ? meant : entities.filter((entity) => isTitled(entity, part));
  return [...new Set(likely)].slice(0, MAX_SUGGESTIONS);
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Shorter words are near to too many others. */
const LEAST_LETTERS = 4;

/** The name, the id, and the words of the name: of people, one is often all that is known. */
function spellingsOf({ id, name }: Named): string[] {
  const folded = fold(name);
  const words = (folded.match(WORD) ?? []).filter(({ length }) => length >= LEAST_LETTERS);
  return [folded, fold(id), ...words];
}

function holds({ id, name, aliases, jobTitle = '' }: Suggested, part: string): boolean {
  return (
    [name, id, jobTitle].some((one) => fold(one).includes(part)) ||
    aliases.some((one) => ` ${fold(one)}`.includes(` ${part}`))
  );
}

/** Whether a job title is part of what was asked, as that of "the paralegals". */
function isTitled({ jobTitle = '' }: Suggested, asked: string): boolean {
  return jobTitle !== '' && asked.includes(fold(jobTitle));
}

/** Those that may be meant, or else those that there are, as they are listed: a sentence behind another. */
export function describeValues(meant: readonly string[], all: readonly string[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.map((one) => quote(one)).join(' or ')}?`;
  if (all.length === 0) return ' There are none.';
  const listed = all.slice(0, MAX_LISTED);
  const more = all.length - listed.length;
  return ` There ${all.length === 1 ? 'is' : 'are'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Which filter to leave out; where that does not help, what each finds by itself. */
async function hintsOnFilters(query: FilterQuery, ask: Ask): Promise<Hint[]> {
  const given = filtersIn(query);
  const wider = await hintOnTotals(
    'Leaving out a filter finds more',
    given.map((name) => [`without ${name}`, without(query, name)]),
    ask,
  );
  if (wider.length > 0) return wider;
  // Of two filters, each was asked alone when the other was left out.
  const alone = await hintOnTotals(
    'Leave out several filters; each finds by itself',
    given.length < 3 ? [] : given.map((name) => [name, { [name]: query[name] }]),
    ask,
  );
  if (alone.length > 0) return alone;
  const all = await ask.total({});
  return all > 0 ? [{ text: `Without filters ${reviews(all)} found.`, next: {} }] : [];
}

function filtersIn(query: FilterQuery): Filter[] {
  const isGiven = (name: string): name is Filter => Object.hasOwn(query, name);
  return Object.entries(query).flatMap(([name, value]) =>
    value !== undefined && isGiven(name) ? [name] : [],
  );
}

function reviews(count: number): string {
  return count === 1 ? '1 review is' : `${count} reviews are`;
}
