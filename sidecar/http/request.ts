import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { MIMEType } from 'node:util';
import { quote } from '#dataset/text/shorten.ts';
import { describeEncodingFault } from '#search/request/form.ts';
import { describeControl, holdsControl } from '#search/request/issue.ts';
import { FORWARDED_FIELDS } from './client.ts';
import type { ConditionalHeaders } from './conditional.ts';
import { badRequest, HttpError } from './http-error.ts';

/** Far above any search; a longer URL is a mistake or an attack. */
export const MAX_URL_BYTES = 8192;

/** What an answer may depend on. Header names are in lower case. */
export type ReadRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: ConditionalHeaders & {
    readonly accept?: string | undefined;
    readonly 'accept-encoding'?: string | undefined;
    readonly range?: string | undefined;
    readonly 'if-range'?: string | undefined;
  };
};

/** A request that is a head and nothing more. */
export type SimpleRequest = ReadRequest & {
  readonly target: string;
  /** The name of a field in which a proxy names its client. */
  readonly forwarded: string | undefined;
  /** Its X-Forwarded-For. */
  readonly forwardedFor: string | undefined;
};

/** A request target split in two, as sent: nothing is decoded. */
type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

// RFC 3986 §3.2.2: a registered name or an IPv4 address, or a literal in brackets; then a port.
const NAMED = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$/i;
const LITERAL = /^\[([^\]]*)\](?::\d*)?$/;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** A request target as its path and query, also where it is absolute (RFC 9112 §3.2.2). */
export function originForm(target = '/'): string {
  if (target.startsWith('/')) return target;
  const origin = ABSOLUTE.exec(target);
  if (!origin) return target;
  const local = target.slice(origin[0].length);
  return local.startsWith('/') ? local : `/${local}`;
}

/** The authority that an absolute request target names. */
export function authorityIn(target = ''): string | undefined {
  return ABSOLUTE.exec(target)?.[1];
}

/**
 * Whether text is a host with or without a port, as a Host field has to be (RFC 9112 §3.2): neither
 * empty, which the grammar would allow but no http URL is (RFC 9110 §4.2.1), nor with a user.
 */
export function isAuthority(text: string): boolean {
  if (NAMED.test(text)) return true;
  const [, literal = ''] = LITERAL.exec(text) ?? [];
  // node:net also takes a zone, which is of no use to anybody else.
  return (isIPv6(literal) && !literal.includes('%')) || IP_FUTURE.test(literal);
}

export function splitTarget(target: string): RequestTarget {
  const local = originForm(target);
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/**
 * The path with percent-encoded characters decoded, so that every spelling finds the same file
 * (RFC 3986 §6.2.2.2). Undefined where it does not decode, or decodes to what no path may hold.
 */
export function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return holdsControl(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/**
 * Why a path, or a parameter that is a part of it, does not decode: it is not
 * percent-encoded UTF-8, or holds control characters.
 */
export function pathFault(sent: string, parameter?: string): HttpError {
  const name = parameter ?? 'the path';
  const path = parameter === undefined ? [] : [parameter];
  const fault = describeEncodingFault(sent);
  if (fault !== undefined) return badRequest('malformed_encoding', path, `${name} ${fault}`);
  const control = describeControl(decodeURIComponent(sent));
  return badRequest('control_characters', path, `${name} ${control}`);
}

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
 * Reads text that is exactly one plain GET or HEAD of HTTP/1.1, as nearly every client sends it.
 * Undefined for all that is uncertain: a real parser decides then, so that there is only one opinion
 * about what a message means (RFC 9112 §11.2).
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

/** The methods of most of the service: it is read only. */
export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** The request as one that only reads. Throws an HttpError 405 otherwise (RFC 9110 §15.5.6). */
export function readRequest(
  { method, headers }: IncomingMessage,
  methods: readonly string[] = READ_METHODS,
): ReadRequest {
  if (method === 'GET' || method === 'HEAD') return { method, headers };
  throw methodNotAllowed(method, methods);
}

export function methodNotAllowed(
  method = 'This method',
  methods: readonly string[] = READ_METHODS,
): HttpError {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(methods);
  const detail = `${method} is not allowed here; use ${names}.`;
  return new HttpError(405, detail, [], { Allow: methods.join(', ') });
}

/** Throws an HttpError 415 with advice where a Content-Type is not the expected one, in UTF-8. */
export function checkContentType(expected: string, given = '', advise = () => ''): void {
  // Nearly all clients send just this.
  if (given === expected) return;
  const type = parseType(given);
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence === expected && /^utf-?8$/i.test(charset)) return;
  const got = given === '' ? 'there is none' : `got ${quote(given)}`;
  const detail = `The Content-Type must be ${expected}, in UTF-8 (${got}).${advise()}`;
  // RFC 9110 §15.5.16 and the Accept-Post field (LDP 1.0 §7.1).
  throw new HttpError(415, detail, [], { 'Accept-Post': expected });
}

function parseType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

/**
 * The body of a request; undefined where the client hung up before it was whole. Throws an HttpError
 * 415 for one that is compressed and 413 for one that is too long. The rest is then received and
 * discarded, as a client that is still sending would not see the answer otherwise.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const { 'content-encoding': coding = 'identity', 'content-length': length } = request.headers;
  if (coding.toLowerCase() !== 'identity') {
    const detail = `The body is compressed (${quote(coding)}); send it as it is.`;
    throw new HttpError(415, detail, [], { 'Accept-Encoding': 'identity' });
  }
  if (Number(length ?? 0) <= maxBytes) {
    const body = await receive(request, maxBytes);
    if (body !== 'too long') return body;
  }
  request.resume();
  throw new HttpError(413, `The body has more than ${maxBytes} bytes; send less.`);
}

/** By events: iterating over a stream would take longer than the body of most requests. */
function receive(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too long' | undefined> {
  return new Promise((resolve) => {
    // A past event is not emitted again.
    if (request.destroyed) resolve(undefined);
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve('too long');
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });
}
