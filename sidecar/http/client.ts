import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

/** Which proxies are trusted: none, a number of them in a row, or those at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** What proxies write into requests: for which client they ask, and how (RFC 7239 §1). */
export const FORWARDED_FIELDS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** The ranges that Express has names for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** A household or a site has a prefix of at least this length, and with it 2^72 addresses. */
const IPV6_SUBNET_BYTES = 56 / 8;

/** With a port, and with the brackets around IPv6 that a port needs (RFC 3986 §3.2.2). */
const WITH_PORT = /^(?:\[(.*)\]|([\d.]+)(?=:))(?::\d*)?$/;

/**
 * The address in a hop of X-Forwarded-For; undefined if there is none, as in `unknown`. The zone of an
 * IPv6 address is dropped: it has a meaning only on the machine that wrote it (RFC 4007 §6).
 */
function readHop(hop: string): string | undefined {
  const address = hop.trim().replace(WITH_PORT, '$1$2');
  return isIP(address) === 0 ? undefined : address.replace(/%.*/, '');
}

/** The client at an address, as limits count them. */
export function clientOf(address = ''): string {
  if (!isIPv6(address)) return address;
  const known = ipaddr.process(address);
  if (known.kind() === 'ipv4') return known.toString();
  return Buffer.from(known.toByteArray().slice(0, IPV6_SUBNET_BYTES)).toString('hex');
}

type Options = { readonly trustProxy: TrustProxy; readonly log: Logger };

/** Identifies clients, also those behind trusted proxies. */
export class Clients {
  readonly #log: Logger;
  readonly #isTrusted: ((address: string | undefined, hop: number) => boolean) | undefined;
  #isReported = false;

  constructor({ trustProxy, log }: Options) {
    this.#log = log;
    this.#isTrusted = trustOf(trustProxy);
  }

  of({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    return this.at(socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined);
  }

  /**
   * The client behind an address and an X-Forwarded-For. As Express does, the list is read from its
   * end, where the nearest proxy writes, to the first hop that is not a trusted proxy's. A hop that is
   * no address counts as the one before it, so that a made-up text does not get a limit of its own.
   */
  at(address = '', forwardedFor = ''): string {
    const isTrusted = this.#isTrusted ?? (() => false);
    const hops = forwardedFor.split(',').filter((hop) => hop.trim() !== '');
    const chain = [address, ...hops.reverse()].map(readHop);
    const last = chain.findIndex((hop, index) => !isTrusted(hop, index));
    const read = last < 0 ? chain : chain.slice(0, last + 1);
    return clientOf(read.findLast((hop) => hop !== undefined));
  }

  /**
   * Warns the operator once where a proxy names its client and is not trusted: otherwise all
   * visitors would share a rate limit unnoticed.
   */
  look(headers: IncomingHttpHeaders): void {
    if (this.#isReported || this.#isTrusted) return;
    const field = FORWARDED_FIELDS.find((name) => headers[name] !== undefined);
    if (field) this.report(field);
  }

  /** The same for a request that has such a field. */
  report(field: string): void {
    if (this.#isReported || this.#isTrusted) return;
    this.#isReported = true;
    this.#log.warn(
      { header: field },
      `a request came with ${field}, which is ignored while TRUST_PROXY is off: all who come through a proxy share one rate limit. ` +
        'Behind a proxy that sends X-Forwarded-For, set TRUST_PROXY to the number of proxies, such as 1, or to their addresses; without one there is nothing to do.',
    );
  }
}

function trustOf(trustProxy: TrustProxy) {
  if (trustProxy === false) return undefined;
  if (typeof trustProxy === 'number') return (_: unknown, hop: number) => hop < trustProxy;
  const ranges = trustProxy.flatMap((name) => RANGES[name] ?? [name]).flatMap(rangesIn);
  return (address: string | undefined) => {
    if (address === undefined) return false;
    const known = ipaddr.process(address);
    return ranges.some(([base, bits]) => known.kind() === base.kind() && known.match(base, bits));
  };
}

/** A range of addresses; a single one is a range, too. IPv4 that is written as IPv6 is IPv4. */
function rangesIn(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  const [address = '', bits] = text.split('/');
  const base = ipaddr.parse(address);
  if (!(base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress())) {
    const whole = base.kind() === 'ipv6' ? 128 : 32;
    return [[base, bits === undefined ? whole : Number(bits)]];
  }
  const mapped = bits === undefined ? 32 : Number(bits) - 96;
  return mapped < 0 ? [] : [[base.toIPv4Address(), mapped]];
}
