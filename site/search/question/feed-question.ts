import type { z } from 'zod';
import { formPairs } from '#search/request/form.ts';
import { type ListQuery, parametersOf } from './list-question.ts';
import { PagedQuery, wholeUpTo } from './search-query.ts';

/** The reviews in a feed, at most (specification §8). */
export const FEED_SIZE = 50;

/** A search whose answer is a feed. */
export const FeedQuery = PagedQuery.safeExtend({ limit: wholeUpTo(FEED_SIZE).default(FEED_SIZE) });
export type FeedQuery = z.infer<typeof FeedQuery>;

const NAMES = Object.keys(FeedQuery.shape);

/** Where a feed is in each of its formats, below BASE_URL. */
export type FeedAddress = { readonly atom: string; readonly json: string };

/** That of the newest of all reviews. */
const ALL: FeedAddress = { atom: '/feed.xml', json: '/api/feed.json' };

/** What somebody asks of a feed. */
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
  const asked = NAMES.flatMap((name) => pairs.filter((pair) => pair.name === name));
  const parameters = asked.map(({ sent }) => sent).join('&');
  return parameters === ''
    ? undefined
    : { format, parameters, key: `feed ${format} ${parameters}` };
}

/** The one address of the feed that answers a question, without its defaults. */
export function addressOfFeed({ limit = FEED_SIZE, ...query }: ListQuery & Partial<FeedQuery>) {
  const parts = [parametersOf(query), limit === FEED_SIZE ? '' : `limit=${limit}`];
  const parameters = parts.filter((part) => part !== '').join('&');
  const asked = parameters === '' ? '' : `?${parameters}`;
  return { atom: ALL.atom + asked, json: ALL.json + asked };
}

/** Each filter in words; a feed is in English. */
const WORDS: Readonly<Record<keyof Omit<FeedQuery, 'limit' | 'after'>, (value: string) => string>> =
  {
    query: (text) => `“${text}”`,
    words: (text) => text,
    rating: (stars) => `${stars} stars`,
    min_rating: (stars) => `${stars} stars or more`,
    max_rating: (stars) => `${stars} stars or fewer`,
    since: (date) => `since ${date}`,
    until: (date) => `until ${date}`,
    mentions_technician: (name) => `about ${name}`,
    mentions_service: (name) => `about ${name}`,
    service_area: (name) => `about ${name}`,
    aspect: (name) => `about ${name}`,
    sentiment: (label) => label,
    source: (name) => `on ${name}`,
    language: (tag) => `in ${tag}`,
    has_reply: (isAnswered) => (isAnswered === 'true' ? 'answered' : 'not answered'),
    relationship: (tie) => (tie === 'none' ? 'without a tie' : `by ${tie}`),
    sort: (order) => `${order} first`,
  };

/** What a feed is about in words, such as `2 stars or fewer, about communication`; '' of all reviews. */
export function describeSubject(query: FeedQuery): string {
  const values: Readonly<Record<string, unknown>> = query;
  return Object.entries(WORDS)
    .flatMap(([name, say]) => (values[name] === undefined ? [] : [say(String(values[name]))]))
    .join(', ');
}
