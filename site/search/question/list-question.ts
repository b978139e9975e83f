import type { z } from 'zod';
import { type Issue, MAX_ISSUES } from '#search/request/issue.ts';
import { formPairs, parseParameters } from '#search/request/parameters.ts';
import { orderOf } from '../search.ts';
import { SearchQuery, TableQuery, wholeUpTo } from './search-query.ts';

/** The reviews on a page of the list. */
export const LIST_SIZE = 25;

const LIST_PATH = '/reviews/';

/** Filters and an order. */
export type ListQuery = z.infer<typeof TableQuery>;

/** More pages than there will ever be; a later one gets the last page. */
const MAX_PAGE = 1_000_000;

/** The parameters of the address of a list. */
const AskedList = TableQuery.safeExtend({ page: wholeUpTo(MAX_PAGE).default(1) });
export const LIST_PARAMETERS = AskedList.keyof().options;

/** A visitor's question to the list of reviews. */
export type ListQuestion = {
  readonly query: ListQuery;
  /** From 1 on; there may be fewer. */
  readonly page: number;
  /** Its normal form, as a query string: ordered, without defaults; '' without a question. */
  readonly parameters: string;
  /** Problems with the rest of the query string, which was left out. */
  readonly problems: readonly Issue[];
};

/** Far more than exist; each costs time to decode. Parameters after these are not read. */
export const MAX_PARAMETERS = 200;

/** Parameters that campaigns add to other sites' addresses; they are ignored. */
const TRACKING =
  /^(?:utm_\w+|gad_\w+|_g[al]|_hs\w+|[dg]clid|gclsrc|[gw]braid|srsltid|fbclid|igshid|msclkid|yclid|twclid|ttclid|li_fat_id|mc_[ce]id|mkt_tok)$/i;

/** Quotes of a phrase that has only begun, which counts as none. */
const QUOTES = /["“”„«»]/g;

/** Faults of a parameter as such; its value is not judged then. */
const FAULTS: ReadonlySet<Issue['code']> = new Set([
  'unknown_parameter',
  'repeated_parameter',
  'malformed_encoding',
]);

/**
 * Reads the query string of the list, without its question mark, leniently: people edit addresses,
 * and a form sends its blank fields. A blank value means nothing. A parameter that is unknown,
 * repeated or invalid is left out, with a problem, at most MAX_ISSUES of them. It never throws.
 */
export function readListQuestion(queryString: string): ListQuestion {
  let pairs = [...formPairs(queryString).take(MAX_PARAMETERS)].filter(
    ({ name = '', value }) =>
      !TRACKING.test(name) &&
      (name === 'words' ? value?.replaceAll(QUOTES, '') : value)?.trim() !== '',
  );
  // A name that is repeated is reported once.
  const reported = new Map<string, Issue>();
  for (;;) {
    const asked = pairs.map(({ sent }) => sent).join('&');
    const { value, problems: found = [] } = parseParameters(asked, AskedList, 'this page');
    if (value) {
      const { page, ...rest } = value;
      const query = withoutDefault(rest);
      const problems = [...reported.values()].slice(0, MAX_ISSUES);
      return { query, page, parameters: parametersOf({ ...query, page }), problems };
    }
    const faults = found.filter(({ code }) => FAULTS.has(code));
    const problems = faults.length > 0 ? faults : found;
    for (const problem of problems) reported.set(problem.message, problem);
    const refused = new Set(problems.map(({ path: [name] }) => name));
    pairs = pairs.filter(({ name }) => !refused.has(name));
  }
}

/** Makes two spellings of one question equal. */
function withoutDefault({ sort, ...query }: ListQuery): ListQuery {
  return sort === undefined || sort === orderOf(query) ? query : { ...query, sort };
}

/** A question, the page of its answer, and its length in a feed. */
type ListAddress = ListQuery & {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
};

/** The only address of the list for a question, below BASE_URL. */
export function addressOfList(query: ListAddress, path = LIST_PATH): string {
  const parameters = parametersOf(query);
  return parameters === '' ? path : `${path}?${parameters}`;
}

const NAMES = [...Object.keys(SearchQuery.shape), 'page'];

/** A question as a query string, without its question mark: in a fixed order, without defaults. */
// By hand: URLSearchParams takes several times as long, and a page has dozens of these addresses.
export function parametersOf(query: ListAddress): string {
  const asked: Readonly<Record<string, unknown>> = {
    ...withoutDefault(query),
    page: query.page === 1 ? undefined : query.page,
  };
  return NAMES.filter((name) => asked[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(asked[name]).toWellFormed())}`)
    .join('&')
    .replaceAll('%20', '+');
}
