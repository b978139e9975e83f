import { didYouMean } from '#dataset/nearest-name.ts';
import { quote } from '#dataset/shorten.ts';
import { type Issue, issuesOf, MAX_ISSUES, type Outcome } from './issue.ts';
import { SearchQuery } from './search-query.ts';

const NAMES = Object.keys(SearchQuery.shape);
const NUMERIC = new Set(['rating', 'min_rating', 'limit']);
const DECIMAL = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Reads a search from the query part of a URL, without its question mark. A parameter that is
 * unknown, repeated, empty, malformed or out of its bounds is an issue each, so that a mistake
 * never widens a result.
 */
export function parseSearchParameters(queryString: string): Outcome<SearchQuery> {
  const { values, issues } = readParameters(queryString);
  const result = SearchQuery.safeParse(values);
  if (!result.success) issues.push(...issuesOf(result.error, values));
  if (issues.length > 0 || !result.success) {
    return { ok: false, issues: issues.slice(0, MAX_ISSUES) };
  }
  return { ok: true, value: result.data };
}

function readParameters(queryString: string) {
  const values: Record<string, string | number> = {};
  const issues: Issue[] = [];
  for (const pair of queryString.split('&')) {
    // A stray ampersand says nothing, and many clients leave one.
    if (pair === '') continue;
    if (issues.length >= MAX_ISSUES) break;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName);
    const value = decode(rest.join('='));
    if (name === undefined || value === undefined) {
      const path = name === undefined ? [] : [name];
      const message = `${quote(pair)} is not valid percent-encoded UTF-8`;
      issues.push({ path, code: 'malformed', message });
    } else if (!NAMES.includes(name)) {
      issues.push({ path: [name], code: 'unrecognized_keys', message: unknown(name) });
    } else if (Object.hasOwn(values, name)) {
      const message = `${name} is given more than once; give it once`;
      if (!issues.some(({ code, path }) => code === 'repeated' && path[0] === name)) {
        issues.push({ path: [name], code: 'repeated', message });
      }
    } else {
      values[name] = NUMERIC.has(name) && DECIMAL.test(value) ? Number(value) : value;
    }
  }
  return { values, issues };
}

function unknown(name: string): string {
  return `${quote(name)} is not a parameter of search${didYouMean(name, NAMES)}; there are ${NAMES.join(', ')}`;
}

/** application/x-www-form-urlencoded, but strict: undefined where it does not decode. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
