import type { z } from 'zod';
import { type Issue, MAX_ISSUES } from '#search/request/issue.ts';
import { formPairs, parseParameters } from '#search/request/parameters.ts';
import { orderOf } from '../search.ts';
import { PagedQuery, SearchQuery } from './search-query.ts';

/** The reviews on a page of the list. */
export const LIST_SIZE = 25;

const LIST_PATH = '/reviews/';

/** A search, but for the size of a page, which is fixed. */
export type ListQuery = z.infer<typeof PagedQuery>;

/** What a visitor asks of the list of reviews. */
export type ListQuestion = {
  readonly query: ListQuery;
  /** Its normal form, as a query string: in a fixed order, without defaults; '' where nothing is asked. */
  readonly parameters: string;
  /** What was wrong with the rest of the query string, which was left out. */
  readonly problems: readonly Issue[];
};

/** Far more than there are; each costs time to decode. What follows them is not read. */
export const MAX_PARAMETERS = 200;

/** Of campaigns and advertisers, who add them to the addresses of others; they ask nothing. */
const TRACKING =
  /^(?:utm_\w+|gad_\w+|_g[al]|_hs\w+|[dg]clid|gclsrc|[gw]braid|srsltid|fbclid|igshid|msclkid|yclid|twclid|ttclid|li_fat_id|mc_[ce]id|mkt_tok)$/i;

/** What is wrong with a parameter whatever it asks. What it asks is not judged then. */
const FAULTS: ReadonlySet<Issue['code']> = new Set([
  'unknown_parameter',
  'repeated_parameter',
  'malformed_encoding',
]);

/**
 * Reads the query string of the list, without its question mark, leniently: people edit addresses, and a
 * form sends the fields that they left blank. A blank value means nothing. A parameter that is unknown,
 * repeated or refused is left out, and a problem says so, at most MAX_ISSUES of them. It never throws.
 */
export function readListQuestion(queryString: string): ListQuestion {
  let pairs = [...formPairs(queryString).take(MAX_PARAMETERS)].filter(
    ({ name = '', value }) => value?.trim() !== '' && !TRACKING.test(name),
  );
  // A name that is given again and again is reported once.
  const reported = new Map<string, Issue>();
  // What is left out may be what a cursor belongs to, so that the rest is judged again.
  for (;;) {
    const asked = pairs.map(({ sent }) => sent).join('&');
    const { value, problems: found = [] } = parseParameters(asked, PagedQuery, 'this page');
    if (value) {
      const query = withoutDefault(value);
      const problems = [...reported.values()].slice(0, MAX_ISSUES);
      return { query, parameters: parametersOf(query), problems };
    }
    const faults = found.filter(({ code }) => FAULTS.has(code));
    const problems = faults.length > 0 ? faults : found;
    for (const problem of problems) reported.set(problem.message, problem);
    const refused = new Set(problems.map(({ path: [name] }) => name));
    pairs = pairs.filter(({ name }) => !refused.has(name));
  }
}

/** Two spellings of one question are equal. */
function withoutDefault({ sort, ...query }: ListQuery): ListQuery {
  return sort === undefined || sort === orderOf(query) ? query : { ...query, sort };
}

/** The address of the list that answers a question, below BASE_URL: each question has one. */
export function addressOfList(query: ListQuery, path = LIST_PATH): string {
  const parameters = parametersOf(query);
  return parameters === '' ? path : `${path}?${parameters}`;
}

const NAMES = Object.keys(SearchQuery.shape);

/** A question as a query string, without its question mark: in a fixed order, without defaults. */
// By hand: URLSearchParams takes several times as long, and a page has dozens of these addresses.
export function parametersOf(query: ListQuery): string {
  const asked: Readonly<Record<string, unknown>> = withoutDefault(query);
  return NAMES.filter((name) => asked[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(asked[name]).toWellFormed())}`)
    .join('&')
    .replaceAll('%20', '+');
}
