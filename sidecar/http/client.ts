import type { IncomingHttpHeaders } from 'node:http';
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
  readonly #options: Options;
  #isReported = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The client of a request, whose address Express reads by `trust proxy`. */
  of({ ip }: { readonly ip?: string | undefined }): string {
    return clientOf(ip);
  }

  /**
   * Prepares what proxies wrote for Express. Where they are not trusted, the operator is warned once:
   * otherwise all visitors would share a rate limit unnoticed.
   */
  look(headers: IncomingHttpHeaders): void {
    const { trustProxy, log } = this.#options;
    if (trustProxy !== false) {
      const hops = headers['x-forwarded-for'];
      if (hops !== undefined) headers['x-forwarded-for'] = readHops(String(hops));
      return;
    }
    if (this.#isReported) return;
    const field = FORWARDED_FIELDS.find((name) => headers[name] !== undefined);
    if (field === undefined) return;
    this.#isReported = true;
    log.warn(
      { header: field },
      `a request came with ${field}, which is ignored while TRUST_PROXY is off: all who come through a proxy share one rate limit. ` +
        'Behind a proxy that sends X-Forwarded-For, set TRUST_PROXY to the number of proxies, such as 1, or to their addresses; without one there is nothing to do.',
    );
  }
}

/**
 * The addresses in X-Forwarded-For, behind the last hop that is none: so that a made-up text does not get
 * a limit of its own, and nothing is believed that only it could vouch for.
 */
function readHops(field: string): string {
  const hops = field.split(',').filter((hop) => hop.trim() !== '');
  const addresses = hops.map(readHop);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}
