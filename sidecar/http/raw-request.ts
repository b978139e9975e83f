import { FORWARDED_FIELDS } from './client.ts';
import { isAuthority, type ReadRequest } from './request.ts';

/** A request that is a head and nothing more. */
export type SimpleRequest = ReadRequest & {
  readonly target: string;
  /** The name of a field in which a proxy says for whom it asks. */
  readonly forwarded: string | undefined;
  /** Its X-Forwarded-For. */
  readonly forwardedFor: string | undefined;
};

// One plain head, whole: RFC 9112 §3 and §5. A field is a token, a colon at once behind it, and
// visible characters and blanks.
const HEAD =
  /^(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

type Meaning = 'heeded' | 'disqualifying' | 'connection' | 'host' | 'forwarded';
/** What a field means here: what an answer may depend on, or why a real parser has to decide. */
const FIELDS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['accept', 'heeded'],
  ['accept-encoding', 'heeded'],
  ['if-match', 'heeded'],
  ['if-modified-since', 'heeded'],
  ['if-none-match', 'heeded'],
  ['if-range', 'heeded'],
  ['if-unmodified-since', 'heeded'],
  ['range', 'heeded'],
  ['content-length', 'disqualifying'],
  ['expect', 'disqualifying'],
  ['http2-settings', 'disqualifying'],
  ['proxy-connection', 'disqualifying'],
  ['te', 'disqualifying'],
  ['trailer', 'disqualifying'],
  ['transfer-encoding', 'disqualifying'],
  ['upgrade', 'disqualifying'],
  ['connection', 'connection'],
  ['host', 'host'],
  ...FORWARDED_FIELDS.map((name): [string, Meaning] => [name, 'forwarded']),
]);

/**
 * Reads text that is exactly one plain GET or HEAD of HTTP/1.1, as nearly every client sends them.
 * Undefined for whatever is not certain: a real parser decides then, so that there is no second
 * opinion about what a message means (RFC 9112 §11.2).
 */
export function parseSimpleHead(text: string): SimpleRequest | undefined {
  if (!HEAD.test(text)) return undefined;
  const method = text.startsWith('GET ') ? 'GET' : 'HEAD';
  let start = text.indexOf('\r\n') + 2;
  const target = text.slice(method.length + 1, start - ' HTTP/1.1\r\n'.length);

  const headers: Record<string, string> = {};
  let hosts = 0;
  let forwarded: string | undefined;
  const forwardedFor: string[] = [];
  while (start < text.length - 2) {
    const colon = text.indexOf(':', start);
    const end = text.indexOf('\r\n', colon);
    const name = text.slice(start, colon).toLowerCase();
    const meaning = FIELDS.get(name);
    start = end + 2;
    if (meaning === undefined) continue;
    const value = trimBlanks(text.slice(colon + 1, end));
    if (meaning === 'host') {
      if (!isAuthority(value)) return undefined;
      hosts++;
    } else if (meaning === 'disqualifying') return undefined;
    else if (meaning === 'forwarded') {
      forwarded = name;
      if (name === 'x-forwarded-for') forwardedFor.push(value);
    } else if (meaning === 'connection') {
      if (value.toLowerCase() !== 'keep-alive') return undefined;
    } else if (Object.hasOwn(headers, name)) return undefined;
    else headers[name] = value;
  }
  if (hosts !== 1) return undefined;
  // node:http joins the values of several fields, too.
  const list = forwardedFor.length === 0 ? undefined : forwardedFor.join(', ');
  return { method, target, headers, forwarded, forwardedFor: list };
}

/** Optional white space (RFC 9110 §5.6.3) is blanks and tabs; trim() would take more. */
function trimBlanks(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '');
}
