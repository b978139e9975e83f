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

/** Where a feed is in each of its formats, below BASE_URL. */
export type FeedAddress = { readonly atom: string; readonly json: string };

/** The feed of the newest of all reviews. */
const ALL: FeedAddress = { atom: '/feed.xml', json: '/api/feed.json' };

/** A question to a feed. */
export type AskedFeed = {
  readonly format: keyof FeedAddress;
  /** What is asked, as it was sent, but in the order of the parameters of search. */
  readonly parameters: string;
  /** What the answer is remembered by. */
  readonly key: string;
};

/**
 * What is asked of the feed at a path, by a query string without its question mark; undefined at other
 * paths, and where nothing is asked. Readers and campaigns add parameters of their own to addresses of
 * feeds: only those of search are read.
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

/** The one address of the feed that answers a question, without its defaults. */
export function addressOfFeed({ limit, ...query }: ListQuery & Partial<FeedQuery>): FeedAddress {
  const asked = { ...query, limit: limit === FEED_SIZE ? undefined : limit };
  return { atom: addressOfList(asked, ALL.atom), json: addressOfList(asked, ALL.json) };
}

/** Each filter in words, some with words of their own for one value; a feed is in English. */
const WORDS: Readonly<Record<string, string>> = words satisfies Readonly<
  Record<keyof Omit<FeedQuery, 'limit' | 'after'>, string>
>;

/** What a feed is about in words, such as `2 stars or fewer, about communication`; '' of all reviews. */
export function describeSubject(query: FeedQuery): string {
  const asked = new Map<string, unknown>(Object.entries(query));
  const said = Object.entries(WORDS).flatMap(([name, ofAny]) => {
    const value = asked.get(name);
    const phrase = WORDS[`${name}=${value}`] ?? ofAny;
    return value === undefined ? [] : [phrase.replace('{}', () => String(value))];
  });
  return said.join(', ');
}
