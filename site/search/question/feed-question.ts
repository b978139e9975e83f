import type { z } from 'zod';
import { formPairs } from '#search/request/parameters.ts';
import words from './feed-words.json' with { type: 'json' };
import { addressOfList, type ListQuery } from './list-question.ts';
import { PagedQuery, wholeUpTo } from './search-query.ts';

/** The reviews in a feed, at most (specification §8). */
export const FEED_SIZE = 50;

/** A search whose answer is a feed. */
export const FeedQuery = PagedQuery.safeExtend({ limit: wholeUpTo(FEED_SIZE).default(FEED_SIZE) });
export type FeedQuery = z.infer<typeof FeedQuery>;

/** The paths of a feed in each of its formats, below BASE_URL. */
export type FeedAddress = { readonly atom: string; readonly json: string };

/** The feed of the newest of all reviews. */
const ALL: FeedAddress = { atom: '/feed.xml', json: '/api/feed.json' };

/** A search for a feed. */
export type AskedFeed = {
  readonly format: keyof FeedAddress;
  /** The question as it was sent, but in the order of the parameters of search. */
  readonly parameters: string;
  /** The key under which the answer is remembered. */
  readonly key: string;
};

/**
 * Reads the search of the feed at a path, from a query string without its question mark; undefined
 * at other paths, and without a search. Readers and campaigns add their own parameters to addresses
 * of feeds: only those of search are read.
 */
export function askOfFeed(path: string, queryString: string): AskedFeed | undefined {
  if (path !== ALL.atom && path !== ALL.json) return undefined;
  const format = path === ALL.atom ? 'atom' : 'json';
  const pairs = [...formPairs(queryString)];
  const names = Object.keys(FeedQuery.shape);
  const asked = names.flatMap((name) => pairs.filter((pair) => pair.name === name));
  const parameters = asked.map(({ sent }) => sent).join('&');
  return parameters === ''
    ? undefined
    : { format, parameters, key: `feed ${format} ${parameters}` };
}

/** The only address of the feed for a search, without its defaults. */
export function addressOfFeed({ limit, ...query }: ListQuery & Partial<FeedQuery>): FeedAddress {
  const asked = { ...query, limit: limit === FEED_SIZE ? undefined : limit };
  return { atom: addressOfList(asked, ALL.atom), json: addressOfList(asked, ALL.json) };
}

/** Each filter in words, some with special words for one value; a feed is in English. */
const WORDS: Readonly<Record<string, string>> = words satisfies Readonly<
  Record<keyof Omit<FeedQuery, 'limit' | 'after'>, string>
>;

/** The subject of a feed in words, such as `2 stars or fewer, about communication`; '' of all reviews. */
export function describeSubject(query: FeedQuery): string {
  const asked = new Map<string, unknown>(Object.entries(query));
  const said = Object.entries(WORDS).flatMap(([name, ofAny]) => {
    const value = asked.get(name);
    const phrase = WORDS[`${name}=${value}`] ?? ofAny;
    return value === undefined ? [] : [phrase.replace('{}', () => String(value))];
  });
  return said.join(', ');
}
