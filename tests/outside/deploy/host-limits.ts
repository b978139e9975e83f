import type { Answered } from '../../support/ask.ts';

/** A request of a transcript. */
export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A server of the files of a release. */
export type Host = {
  readonly url: string;
  readonly hasService: boolean;
  readonly codings: readonly string[];
  /** Returns the answer that a host should have in place of the service's. */
  readonly expect: (answered: Answered) => Pick<Answered, 'status' | 'headers' | 'body'>;
};

type Facts = Asked & {
  readonly answered: Answered;
  readonly host: Host;
  /** The path and query, in their plain spelling. */
  readonly plain: string;
  /** The coding of the representation that If-None-Match names. */
  readonly taggedCoding: string | undefined;
};

const DYNAMIC = /^\/(?:api\/(?!feed\.json)|mcp\/?(?:$|\?)|healthz|readyz)/i;
const QUESTION =
  /^\/(?:reviews\/|feed\.xml|api\/feed\.json)\?(?!utm_source|page=2|limit=50|sort=newest$)./;

/** The requests that hosts of files answer otherwise, by the words of the documentation. */
export const LIMITS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'search, statistics, `since`, changes, MCP and the hub': ({ host, plain }) =>
    !host.hasService && DYNAMIC.test(plain),
  'filtered lists and feeds': ({ host, plain }) => !host.hasService && QUESTION.test(plain),
  'the redirect to Markdown': ({ host, answered }) => !host.hasService && answered.status === 302,
  '`application/problem+json`': ({ host, headers: { Accept = '' } }) =>
    !host.hasService && /problem\+json/i.test(Accept),
  'methods other than GET, HEAD and OPTIONS': ({ method }) =>
    !['GET', 'HEAD', 'OPTIONS'].includes(method),
  'preferences among codings': ({ host, headers: { 'Accept-Encoding': coding = 'gzip' } }) =>
    coding !== 'lzw' && !coding.split(', ').every((one) => host.codings.includes(one)),
  'the tag of another coding': ({ answered, taggedCoding, headers }) =>
    answered.status === 304 &&
    taggedCoding !== undefined &&
    taggedCoding !== (headers['Accept-Encoding'] ?? 'identity').split(',')[0],
  '`If-Match` and `If-Unmodified-Since`': ({ headers }) =>
    'If-Match' in headers || 'If-Unmodified-Since' in headers,
  'conditions by date beside a tag, and of pages': ({ headers, answered }) =>
    'If-Modified-Since' in headers &&
    ('If-None-Match' in headers || !('last-modified' in answered.headers)),
  'ranges of a coding, by date, or of several parts': ({ method, headers, answered }) =>
    headers.Range !== undefined &&
    (method === 'HEAD' ||
      answered.status === 200 ||
      'Accept-Encoding' in headers ||
      /GMT/.test(headers['If-Range'] ?? '')),
  'the text of 400, 412, 414 and 416': ({ answered: { status } }) =>
    [400, 412, 414, 416].includes(status),
  'paths with `..` or `//`': ({ target }) => /\.\.|%2e%2e|\/\/|\\|\.\.?%2f/i.test(target),
};

/** Returns why a host need not answer a request as the service does, if there is a reason. */
export function whyNot(
  asked: Asked,
  answered: Answered,
  host: Host,
  codings: ReadonlyMap<string, string>,
): string | undefined {
  const { target, headers } = asked;
  const plain = target.replaceAll(/%(?=[2-7])[\dA-F]{2}/gi, (byte) => decodeURIComponent(byte));
  const [, tag = ''] = /^(?:W\/)?("[^"]*")$/.exec(headers['If-None-Match'] ?? '') ?? [];
  const facts = { ...asked, answered, host, plain, taggedCoding: codings.get(tag) };
  return Object.entries(LIMITS).find(([, isMet]) => isMet(facts))?.[0];
}
