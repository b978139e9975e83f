import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

/** The proxies to trust: none, a number of them in a row, or those at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** The fields in which proxies name their client and its request (RFC 7239 §1). */
export const FORWARDED_FIELDS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** A household or a site has a prefix of at least this length, and thus 2^72 addresses. */
const IPV6_SUBNET_BYTES = 56 / 8;

/** With a port, and the brackets around IPv6 that a port requires (RFC 3986 §3.2.2). */
const WITH_PORT = /^(?:\[(.*)\]|([\d.]+)(?=:))(?::\d*)?$/;

/**
 * Returns the address in a hop of X-Forwarded-For; undefined if it has none, as in `unknown`. The
 * zone of an IPv6 address is dropped: it has a meaning only on the machine that wrote it (RFC 4007
 * §6).
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

/** Identifies clients, including those behind trusted proxies. */
export class Clients {
  readonly #options: Options;
  #isReported = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the client of a request, whose address Express reads by `trust proxy`. */
  of({ ip }: { readonly ip?: string | undefined }): string {
    return clientOf(ip);
  }

  /**
   * Prepares the fields of proxies for Express. If they are not trusted, the operator is warned
   * once: otherwise all visitors would share a rate limit unnoticed.
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
      `a request came with ${field}, which is ignored while TRUST_PROXY is off: all clients behind a proxy share one rate limit. ` +
        'Behind a proxy that sends X-Forwarded-For, set TRUST_PROXY to the number of proxies, such as 1, or to their addresses; without one, there is nothing to do.',
    );
  }
}

/**
 * Returns the addresses in X-Forwarded-For after the last hop without one. So an invented text gets
 * no limit of its own, and nothing that only it vouches for is believed.
 */
function readHops(field: string): string {
  const hops = field.split(',').filter((hop) => hop.trim() !== '');
  const addresses = hops.map(readHop);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}
