import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The proxies to trust: none, a number of them in a row, or those at these addresses. */
export type TrustProxy = false | number | readonly string[];

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

/** Identifies clients, including those behind trusted proxies. */
export class Clients {
  readonly #trustProxy: TrustProxy;

  constructor(trustProxy: TrustProxy) {
    this.#trustProxy = trustProxy;
  }

  /** Returns the client of a request, whose address Express reads by `trust proxy`. */
  of({ ip }: { readonly ip?: string | undefined }): string {
    return clientOf(ip);
  }

  /** Prepares the field of trusted proxies for Express. */
  look(headers: IncomingHttpHeaders): void {
    const hops = headers['x-forwarded-for'];
    if (this.#trustProxy === false || hops === undefined) return;
    headers['x-forwarded-for'] = readHops(String(hops));
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
