import { isIP } from 'node:net';
import { quote } from '#dataset/text/shorten.ts';
import { type HubSettings, MAX_CALLBACK_LENGTH, type PortRange } from '../hub-settings.ts';
import { createAddressJudge, type JudgeAddress, meantBy } from './callback-address.ts';

/** A callback that requests may be sent to, in the parts that a request needs. */
export type CallbackUrl = {
  /** As given. */
  readonly callback: string;
  /**
   * The key of limits and blocks: a name in lower case without a dot at its end, or an address
   * without brackets, as IPv4 if that is in it.
   */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query exactly as given, never normalized; at least '/'. */
  readonly target: string;
};

export type CallbackRules = {
  readonly ports: readonly PortRange[];
  readonly isAllowed: JudgeAddress;
  /** True if names are allowed that have a meaning in private networks only. */
  readonly allowsPrivate: boolean;
  /** The service's own origin: a callback there would make the hub call itself. */
  readonly ownOrigin: string;
};

/** Returns the rules for callbacks of the hub at this URL with these settings. */
export function createCallbackRules(
  settings: Pick<HubSettings, 'allowedCidrs' | 'callbackPorts'>,
  baseUrl: string,
): CallbackRules {
  return {
    ports: settings.callbackPorts,
    isAllowed: createAddressJudge(settings.allowedCidrs),
    allowsPrivate: settings.allowedCidrs.length > 0,
    ownOrigin: new URL(baseUrl).origin,
  };
}

/** DNS allows no longer names and labels (RFC 1035 §2.3.4). */
const NAME = /^(?=.{1,253}$)[^.]{1,63}(?:\.[^.]{1,63})*$/;
const SHAPE = /^https:\/\/(?<authority>[^/?]+)(?<target>.*)$/i;
/** All of printable ASCII but the space and the backslash, which URL parsers rewrite. */
const SENDABLE = /^[!-[\]-~]*$/;

/** Returns the flaw that shows before parsing: everything that a parser would forgive or repair. */
function findFlaw(text: string): string | undefined {
  if (text.length > MAX_CALLBACK_LENGTH) {
    return `hub.callback has ${text.length} characters; at most ${MAX_CALLBACK_LENGTH} are allowed.`;
  }
  if (!SENDABLE.test(text)) {
    return 'hub.callback contains a space, a backslash, a control character or a non-ASCII character; percent-encode it, and write a host in Punycode (xn--).';
  }
  if (text.includes('#')) return 'hub.callback has a fragment (#); remove it.';
  const authority = SHAPE.exec(text)?.groups?.authority;
  if (authority === undefined) {
    return 'hub.callback must be an absolute HTTPS URL, such as https://example.com/callback.';
  }
  if (!authority.includes('@')) return undefined;
  return 'hub.callback has a user name or password (@); remove it.';
}

/** Returns the host: a name without the dot of the root, or an address without brackets. */
export function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * Names without a domain, those in the registry of special-use names (RFC 6761) that public name
 * servers never know, and those of .internal, which ICANN reserves for private use.
 */
const PRIVATE_NAMES =
  /^[^.]+$|(?:^|\.)(?:alt|example|home\.arpa|internal|invalid|local|localhost|onion|test)$/;

function judgeHost(host: string, rules: CallbackRules): string | undefined {
  if (isIP(host) !== 0) {
    if (rules.isAllowed(host)) return undefined;
    return `hub.callback may not use the address ${host}; only public addresses are allowed.`;
  }
  if (!NAME.test(host)) return 'The host of hub.callback is not a valid name.';
  if (rules.allowsPrivate || !PRIVATE_NAMES.test(host)) return undefined;
  return `The host of hub.callback (${quote(host)}) is not a name in the public DNS; use one that this hub can resolve. To try a hub of your own on one machine, set its HUB_ALLOW_CALLBACK_CIDRS.`;
}

function judgePort(port: number, { ports }: CallbackRules): string | undefined {
  if (ports.some(({ first, last }) => first <= port && port <= last)) return undefined;
  const allowed = ports.map(({ first, last }) => (first === last ? first : `${first}-${last}`));
  return `hub.callback may not use port ${port}; allowed ports: ${allowed.join(', ')}.`;
}

/**
 * Reads a hub.callback. It is refused unless requests can be sent to exactly this URL: HTTPS, in
 * printable ASCII, without fragment and userinfo, on an allowed port. An address as its host is
 * judged in all spellings that URL parsers know; the addresses of a name, with every connection.
 */
export function parseCallback(
  text: string,
  rules: CallbackRules,
): CallbackUrl | { readonly problem: string } {
  const flaw = findFlaw(text);
  if (flaw !== undefined) return { problem: flaw };
  const { authority = '', target = '' } = SHAPE.exec(text)?.groups ?? {};
  const url = URL.parse(`https://${authority}/`);
  if (url === null) return { problem: 'The host or port of hub.callback is not valid.' };
  const host = hostIn(url);
  const problem = judgeHost(host, rules) ?? judgePort(Number(url.port || 443), rules);
  if (problem !== undefined) return { problem };
  const origin = url.origin.replace(/\.(?=:|$)/, '');
  if (origin === rules.ownOrigin) {
    return {
      problem: 'hub.callback is a URL of this service itself; use a URL of your own server.',
    };
  }
  const path = target.startsWith('/') ? target : `/${target}`;
  return { callback: text, host: meantBy(host), origin, target: path };
}

/** Values by name, in order. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Appends parameters to the query of a target: existing ones stay as they are, even if a name then
 * occurs twice (WebSub §5.1.1). Ours are encoded as application/x-www-form-urlencoded.
 */
export function appendQuery(target: string, parameters: Parameters): string {
  const query = new URLSearchParams(parameters).toString();
  const mark = target.indexOf('?');
  if (mark === -1) return `${target}?${query}`;
  // A later question mark belongs to a value.
  const isOpen = mark === target.length - 1 || target.endsWith('&');
  return isOpen ? target + query : `${target}&${query}`;
}
