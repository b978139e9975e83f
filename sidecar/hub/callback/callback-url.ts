import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { quote } from '#dataset/text/shorten.ts';
import { type HubSettings, MAX_CALLBACK_LENGTH, type PortRange } from '../hub-settings.ts';

/** Whether callbacks may have this IP address. What is not an address may not. */
export type JudgeAddress = (address: string) => boolean;

/** A callback that requests may be sent to, in the parts that a request needs. */
export type CallbackUrl = {
  /** As given. */
  readonly callback: string;
  /**
   * What limits and blocks go by: a name in lower case without a dot at its end, or an address
   * without brackets, the IPv4 address where one in IPv6 means it.
   */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query exactly as given, never normalised; at least '/'. */
  readonly target: string;
};

export type CallbackRules = {
  readonly ports: readonly PortRange[];
  readonly isAllowed: JudgeAddress;
  /** Whether names may be used that mean something in private networks alone. */
  readonly allowsPrivate: boolean;
};

/** What callbacks are held against, as the hub is set up. */
export function createCallbackRules(
  settings: Pick<HubSettings, 'allowedCidrs' | 'callbackPorts'>,
): CallbackRules {
  return {
    ports: settings.callbackPorts,
    isAllowed: createAddressJudge(settings.allowedCidrs),
    allowsPrivate: settings.allowedCidrs.length > 0,
  };
}

const HTTPS_PORT = 443;
// DNS allows no longer names and labels (RFC 1035 §2.3.4).
const MAX_NAME = 253;
const MAX_LABEL = 63;

const SHAPE = /^https:\/\/(?<authority>[^/?]+)(?<target>.*)$/i;
/** All of printable ASCII but the space and the backslash, which URL parsers rewrite. */
const SENDABLE = /^[!-[\]-~]*$/;

/** What can be said before the URL is parsed: all that a parser would forgive or repair. */
function findFlaw(text: string): string | undefined {
  if (text.length > MAX_CALLBACK_LENGTH) {
    return `hub.callback has ${text.length} characters; at most ${MAX_CALLBACK_LENGTH} are allowed.`;
  }
  if (!SENDABLE.test(text)) {
    return 'hub.callback has a space, a backslash, a control character or one beyond ASCII; percent-encode it (in a host, use its xn-- form).';
  }
  if (text.includes('#')) return 'hub.callback has a fragment (#); leave it out.';
  return undefined;
}

/** The host of a URL: a name without the dot of the root, or an address without brackets. */
export function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isName(host: string) {
  const labels = host.split('.');
  return host.length <= MAX_NAME && labels.every(({ length }) => length > 0 && length <= MAX_LABEL);
}

/**
 * The domains of the registry of special-use names (RFC 6761) that public name servers never know,
 * and .internal, which ICANN keeps for private use. Those of example.com and the like have
 * addresses.
 */
const PRIVATE_DOMAINS =
  /(?:^|\.)(?:alt|example|home\.arpa|internal|invalid|local|localhost|onion|test)$/;

function judgeName(host: string, { allowsPrivate }: CallbackRules): string | undefined {
  if (!isName(host)) return 'The host of hub.callback is no valid name.';
  if (allowsPrivate || (host.includes('.') && !PRIVATE_DOMAINS.test(host))) return undefined;
  return `The host of hub.callback (${quote(host)}) is a name that the public DNS does not have; use one that this hub can resolve. To try a hub of your own on one machine, set its HUB_ALLOW_CALLBACK_CIDRS.`;
}

function describePorts(ports: readonly PortRange[]) {
  return ports.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(', ');
}

function judgeHost(host: string, rules: CallbackRules): string | undefined {
  if (isIP(host) === 0) return judgeName(host, rules);
  if (rules.isAllowed(host)) return undefined;
  return `hub.callback may not use the address ${host}; only public addresses are allowed.`;
}

function judgePort(port: number, { ports }: CallbackRules): string | undefined {
  if (ports.some(({ first, last }) => first <= port && port <= last)) return undefined;
  return `hub.callback may not use port ${port}; these are allowed: ${describePorts(ports)}.`;
}

/** What an authority comes to, if requests may be sent to it. */
type Authority = Pick<CallbackUrl, 'host' | 'origin'> | { readonly problem: string };

function judgeAuthority(authority: string, rules: CallbackRules): Authority {
  if (authority.includes('@')) {
    return { problem: 'hub.callback has a user name or password (@); leave it out.' };
  }
  const url = URL.parse(`https://${authority}/`);
  if (url === null) return { problem: 'The host or port of hub.callback is not valid.' };
  const host = hostIn(url);
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  const problem = judgeHost(host, rules) ?? judgePort(port, rules);
  if (problem !== undefined) return { problem };
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return { host: meantBy(host), origin: `https://${name}${url.port === '' ? '' : `:${port}`}` };
}

/**
 * Reads a hub.callback. It is refused unless requests can be sent to exactly this URL: it must be
 * HTTPS, in printable ASCII, without fragment and userinfo, on an allowed port. An address in its
 * place for a host is judged in all spellings that URL parsers know; what a name means is judged
 * with every connection.
 */
export function parseCallback(
  text: string,
  rules: CallbackRules,
  judge = judgeAuthority,
): CallbackUrl | { readonly problem: string } {
  const flaw = findFlaw(text);
  if (flaw !== undefined) return { problem: flaw };
  const { authority, target = '' } = SHAPE.exec(text)?.groups ?? {};
  if (authority === undefined) {
    return {
      problem: 'hub.callback must be an absolute HTTPS URL, such as https://example.com/callback.',
    };
  }
  const judged = judge(authority, rules);
  if ('problem' in judged) return judged;
  const { host, origin } = judged;
  return { callback: text, host, origin, target: target.startsWith('/') ? target : `/${target}` };
}

/** Authorities whose judgement is remembered. */
const MAX_KNOWN = 1000;

/**
 * The same for many callbacks, by the same rules. Those of one reader of feeds have one authority,
 * which is judged once.
 */
export function createCallbackParser(
  rules: CallbackRules,
): (text: string) => ReturnType<typeof parseCallback> {
  const known = new Map<string, Authority>();
  const judge = (authority: string): Authority => {
    const before = known.get(authority);
    if (before) return before;
    const judged = judgeAuthority(authority, rules);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(authority, judged);
    return judged;
  };
  return (text) => parseCallback(text, rules, judge);
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

type Address = ReturnType<typeof ipaddr.process>;
type Range = readonly [Address, number];

/** IPv6 that the internet uses (RFC 4291 §2.4); it leaves out ::/96 with its IPv4 addresses. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** What ipaddr.js takes for public, and is not. */
const DENIED: readonly Range[] = [
  // Azure's own services, on every virtual machine there.
  ipaddr.parseCIDR('168.63.129.16/32'),
  // The 6bone, given back in 2006 (RFC 3701).
  ipaddr.parseCIDR('3ffe::/16'),
];
/** The bits before the IPv4 address in ::ffff:0:0/96. */
const MAPPED_BITS = 96;

/** Where DNS64 puts IPv4 addresses, for hosts that have IPv6 alone (RFC 6052 §2.1). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Of ::8.8.8.8 ipaddr.js makes ::ffff:8.8.8.8; written as a URL does it, it is ::808:808. */
function readAddress(text: string): Address {
  const isV6 = isIP(text) === 6;
  return ipaddr.process(isV6 ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text);
}

/** The IPv4 address that one of DNS64 means; any other is itself. */
function unwrapNat64(address: Address): Address {
  return isWithin(address, NAT64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

/** The IPv4 address that a host means in ::ffff:0:0/96 or 64:ff9b::/96; any other is itself. */
export function meantBy(host: string): string {
  if (isIP(host) === 0) return host;
  const meant = unwrapNat64(readAddress(host));
  return meant.kind() === 'ipv4' ? meant.toString() : host;
}

function isWithin(address: Address, [range, bits]: Range) {
  return address.kind() === range.kind() && address.match(range, bits);
}

function isPublic(address: Address) {
  // RFC 6890 and its successors: loopback, private, link-local, shared, reserved, documentation,
  // tunnels that carry an IPv4 address, multicast.
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !isWithin(address, GLOBAL_V6)) return false;
  return !DENIED.some((range) => isWithin(address, range));
}

/** A mapped range becomes the IPv4 range that it means, as addresses are judged so. */
function parseRange(cidr: string): Range {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const plain = ipaddr.process(address.toString());
  const isMapped = plain.kind() !== address.kind() && bits >= MAPPED_BITS;
  return isMapped ? [plain, bits - MAPPED_BITS] : [address, bits];
}

/**
 * Judges by the registries of special addresses. What the allowed ranges hold may be used whatever
 * it is; an address in ::ffff:0:0/96 or 64:ff9b::/96 is judged as the IPv4 address that it means.
 * Throws where a range cannot be read.
 */
export function createAddressJudge(allowedCidrs: readonly string[]): JudgeAddress {
  const allowed = allowedCidrs.map(parseRange);
  return (text) => {
    // isIP is stricter than ipaddr.js, which reads 127.1 and 0x7f000001 as well. An address with a
    // zone means nothing beyond one link.
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = readAddress(text);
    const meant = unwrapNat64(address);
    const isAllowed = (range: Range) => isWithin(address, range) || isWithin(meant, range);
    return allowed.some(isAllowed) || isPublic(meant);
  };
}

/** What one customer of a provider usually has, in bits. */
const NETWORK_BITS = { ipv4: 24, ipv6: 64 };

/** The networks of addresses, each once: /24 of IPv4, /64 of IPv6. */
export function networksOf(addresses: readonly string[]): string[] {
  const networks = addresses.map((text) => {
    const address = unwrapNat64(readAddress(text));
    const bits = NETWORK_BITS[address.kind()];
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  });
  return [...new Set(networks)];
}
