import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import getRawBody from 'raw-body';
import { quote } from '#dataset/text/shorten.ts';
import { describeControl, holdsControl } from '#search/request/issue.ts';
import { describeEncodingFault } from '#search/request/parameters.ts';
import type { ConditionalHeaders } from './conditional.ts';
import { badRequest, HttpError } from './http-error.ts';

/** Far above any search; a longer URL is a mistake or an attack. */
export const MAX_URL_BYTES = 8192;

/** Everything that an answer may depend on. Header names are in lower case. */
export type ReadRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: ConditionalHeaders & {
    readonly accept?: string | undefined;
    readonly 'accept-encoding'?: string | undefined;
    readonly range?: string | undefined;
    readonly 'if-range'?: string | undefined;
  };
};

/** A request target split in two, as sent: nothing is decoded. */
type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** The characters of a host (RFC 3986 §3.2.2): no space, user, path or other alphabet. */
const HOST_CHARACTERS = /^[\w.~!$&'()*+,;=:%[\]-]+$/;

/** Returns a request target as its path and query, even if it is absolute (RFC 9112 §3.2.2). */
export function originForm(target = '/'): string {
  if (target.startsWith('/')) return target;
  const origin = ABSOLUTE.exec(target);
  if (!origin) return target;
  const local = target.slice(origin[0].length);
  return local.startsWith('/') ? local : `/${local}`;
}

/** Returns the authority that an absolute request target names. */
export function authorityIn(target = ''): string | undefined {
  return ABSOLUTE.exec(target)?.[1];
}

/** True if a text is a host, with or without a port, as a Host field must be (RFC 9112 §3.2). */
function isAuthority(text: string): boolean {
  return HOST_CHARACTERS.test(text) && URL.canParse(`http://${text}`);
}

// RFC 9112 §3.2.
const NO_HOST = hostFault('is missing; send the host of the URL');
const MANY_HOSTS = hostFault('is sent more than once; send it once, with the host of the URL');
const INVALID_HOST = hostFault(
  'must be a host name or an address, with or without a port; send the host of the URL',
);

function hostFault(fault: string): HttpError {
  return badRequest('invalid_host', ['Host'], `Host ${fault}`);
}

/** Returns the fault in the Host of a request; a host in its target takes precedence. */
export function faultOfHost(request: IncomingMessage): HttpError | undefined {
  const { host } = request.headers;
  // If there are several, node:http keeps the first.
  const isHost = (name: string, index: number) => index % 2 === 0 && /^host$/i.test(name);
  if (request.rawHeaders.filter(isHost).length > 1) return MANY_HOSTS;
  if (host === undefined && request.httpVersion === '1.1') return NO_HOST;
  if (host !== undefined && !isAuthority(host)) return INVALID_HOST;
  // §3.2.2: the Host field is then ignored.
  const named = authorityIn(request.url);
  if (named === undefined) return undefined;
  request.headers.host = named;
  return isAuthority(named) ? undefined : INVALID_HOST;
}

export function splitTarget(target: string): RequestTarget {
  const local = originForm(target);
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/**
 * Returns the path with percent-encoded characters decoded, so that every spelling finds one file
 * (RFC 3986 §6.2.2.2). Undefined if it does not decode, or decodes to characters that no path may
 * hold.
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
 * Returns the reason why a path, or a parameter that is part of it, does not decode: it is not
 * percent-encoded UTF-8, or contains control characters.
 */
export function pathFault(sent: string, parameter?: string): HttpError {
  const name = parameter ?? 'the path';
  const path = parameter === undefined ? [] : [parameter];
  const fault = describeEncodingFault(sent);
  if (fault !== undefined) return badRequest('malformed_encoding', path, `${name} ${fault}`);
  const control = describeControl(decodeURIComponent(sent));
  return badRequest('control_characters', path, `${name} ${control}`);
}

/** The methods of most of the service: it is read-only. */
export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/**
 * Returns the request as one that only reads. Throws an HttpError 405 otherwise (RFC 9110 §15.5.6).
 */
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

/** Throws an HttpError 415 with advice if a Content-Type is not the expected one, in UTF-8. */
export function checkContentType(expected: string, given = '', advise = () => ''): void {
  // Nearly all clients send exactly this.
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
 * Returns the body of a request; undefined if the client hung up before it was complete. Throws an
 * HttpError 415 for a compressed body and 413 for one that is too long. The rest is then received
 * and discarded, as a client that is still sending would not see the answer otherwise.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const { 'content-encoding': coding = 'identity', 'content-length': length } = request.headers;
  if (coding.toLowerCase() !== 'identity') {
    const detail = `The body is compressed (${quote(coding)}); send it uncompressed.`;
    throw new HttpError(415, detail, [], { 'Accept-Encoding': 'identity' });
  }
  try {
    return await getRawBody(request, { limit: maxBytes, length: length ?? null });
  } catch (error) {
    request.resume();
    const isTooLong = error instanceof Error && 'status' in error && error.status === 413;
    if (!isTooLong) return undefined;
    throw new HttpError(413, `The body has more than ${maxBytes} bytes; send fewer.`);
  }
}
