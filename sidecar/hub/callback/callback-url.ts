import { isIP } from 'node:net';
import type { PortRange } from '../hub-settings.ts';
import type { JudgeAddress } from './judge-address.ts';

/** A callback that requests may be sent to, in the parts that a request needs. */
export type CallbackUrl = {
  /** As given. */
  readonly callback: string;
  /** The host in lower case: a name without a dot at its end, or an address without brackets. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query exactly as given, never normalised; at least '/'. */
  readonly target: string;
};

export type CallbackRules = {
  readonly ports: readonly PortRange[];
  readonly isAllowed: JudgeAddress;
};

const MAX_LENGTH = 2048;
const HTTPS_PORT = 443;
// DNS allows no longer names and labels (RFC 1035 §2.3.4).
const MAX_NAME = 253;
const MAX_LABEL = 63;

const SHAPE = /^https:\/\/(?<authority>[^/?]+)(?<target>.*)$/i;
/** All of printable ASCII but the space and the backslash, which URL parsers rewrite. */
const SENDABLE = /^[!-[\]-~]*$/;

/** What can be said before the URL is parsed: all that a parser would forgive or repair. */
function findFlaw(text: string): string | undefined {
  if (text.length > MAX_LENGTH) {
    return `hub.callback has ${text.length} characters; at most ${MAX_LENGTH} are allowed.`;
  }
  if (!SENDABLE.test(text)) {
    return 'hub.callback has a space, a backslash, a control character or one beyond ASCII; percent-encode it (in a host, use its xn-- form).';
  }
  if (text.includes('#')) return 'hub.callback has a fragment (#); leave it out.';
  if (!SHAPE.test(text)) {
    return 'hub.callback must be an absolute HTTPS URL, such as https://example.com/callback.';
  }
  return undefined;
}

function isName(host: string) {
  const labels = host.split('.');
  return host.length <= MAX_NAME && labels.every(({ length }) => length > 0 && length <= MAX_LABEL);
}

function describePorts(ports: readonly PortRange[]) {
  return ports.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(', ');
}

function judgeHost(host: string, { isAllowed }: CallbackRules): string | undefined {
  if (isIP(host) === 0) {
    return isName(host) ? undefined : 'The host of hub.callback is no valid name.';
  }
  if (isAllowed(host)) return undefined;
  return `hub.callback may not use the address ${host}; only public addresses are allowed.`;
}

function judgePort(port: number, { ports }: CallbackRules): string | undefined {
  if (ports.some(({ first, last }) => first <= port && port <= last)) return undefined;
  return `hub.callback may not use port ${port}; these are allowed: ${describePorts(ports)}.`;
}

/**
 * Reads a hub.callback. It is refused unless requests can be sent to exactly this URL: it must be
 * HTTPS, in printable ASCII, without fragment and userinfo, on an allowed port. An address in its
 * place for a host is judged in all spellings that URL parsers know; a name is judged with every
 * connection.
 */
export function parseCallback(
  text: string,
  rules: CallbackRules,
): CallbackUrl | { readonly problem: string } {
  const flaw = findFlaw(text);
  if (flaw !== undefined) return { problem: flaw };
  const { authority = '', target = '' } = SHAPE.exec(text)?.groups ?? {};
  if (authority.includes('@')) {
    return { problem: 'hub.callback has a user name or password (@); leave it out.' };
  }
  const url = URL.parse(`https://${authority}/`);
  if (url === null) return { problem: 'The host or port of hub.callback is not valid.' };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  const problem = judgeHost(host, rules) ?? judgePort(port, rules);
  if (problem !== undefined) return { problem };
  return {
    callback: text,
    host,
    origin: `https://${isIP(host) === 6 ? `[${host}]` : host}${url.port === '' ? '' : `:${port}`}`,
    target: target.startsWith('/') ? target : `/${target}`,
  };
}

/**
 * Puts parameters behind the query that a target has: what is there stays as it is, also where a
 * name occurs twice then (WebSub §5.1.1). Ours are written as application/x-www-form-urlencoded.
 */
export function appendQuery(
  target: string,
  parameters: readonly (readonly [string, string])[],
): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  if (query === '') return target;
  const mark = target.indexOf('?');
  if (mark === -1) return `${target}?${query}`;
  // A question mark further on belongs to a value.
  const isOpen = mark === target.length - 1 || target.endsWith('&');
  return isOpen ? target + query : `${target}&${query}`;
}
