import { isIPv6 } from 'node:net';

/** A request target split in two, as sent: nothing is decoded. */
export type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

// RFC 3986 §3.2.2: a registered name or an IPv4 address, or a literal in brackets; then a port.
const NAMED = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$/i;
const LITERAL = /^\[([^\]]*)\](?::\d*)?$/;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** A request target as its path and query; of the absolute form (RFC 9112 §3.2.2) no more is left. */
export function originForm(target = '/'): string {
  if (target.startsWith('/')) return target;
  const origin = ABSOLUTE.exec(target);
  if (!origin) return target;
  const local = target.slice(origin[0].length);
  return local.startsWith('/') ? local : `/${local}`;
}

/** The authority that a request target of the absolute form names; undefined of any other form. */
export function authorityIn(target = ''): string | undefined {
  return ABSOLUTE.exec(target)?.[1];
}

/**
 * Whether text is a host, with a port or without: what a Host field has to be (RFC 9112 §3.2). No
 * http URL has an empty one (RFC 9110 §4.2.1), although the grammar would let it pass, nor a user.
 */
export function isAuthority(text: string): boolean {
  if (NAMED.test(text)) return true;
  const [, literal = ''] = LITERAL.exec(text) ?? [];
  // node:net also takes a zone, which is of no use to anybody else.
  return (isIPv6(literal) && !literal.includes('%')) || IP_FUTURE.test(literal);
}

/** Splits a request target of any form. */
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
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
