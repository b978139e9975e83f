import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True if callbacks may have this IP address. A text that is not an address is never allowed. */
export type JudgeAddress = (address: string) => boolean;

type Address = ReturnType<typeof ipaddr.process>;
type Range = readonly [Address, number];

/** IPv6 that the internet uses (RFC 4291 §2.4); it leaves out ::/96 with its IPv4 addresses. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** Ranges that ipaddr.js takes for public, but are not. */
const DENIED: readonly Range[] = [
  // Azure's own services, on every virtual machine there.
  ipaddr.parseCIDR('168.63.129.16/32'),
  // The 6bone, given back in 2006 (RFC 3701).
  ipaddr.parseCIDR('3ffe::/16'),
];
/** The prefix in which DNS64 puts IPv4 addresses, for hosts with IPv6 alone (RFC 6052 §2.1). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Returns the meaning of an address: an IPv4 address in ::ffff:0:0/96 or 64:ff9b::/96 is itself, as
 * is any other. ipaddr.js would turn ::8.8.8.8 into ::ffff:8.8.8.8, but not ::808:808.
 */
function readAddress(text: string): Address {
  const isV6 = isIP(text) === 6;
  const address = ipaddr.process(isV6 ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text);
  return isWithin(address, NAT64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

/** Returns the IPv4 address in a host of ::ffff:0:0/96 or 64:ff9b::/96; any other host as it is. */
export function meantBy(host: string): string {
  if (isIP(host) === 0) return host;
  const meant = readAddress(host);
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

/**
 * Judges by the registries of special addresses. Addresses in the allowed ranges may always be
 * used; one in ::ffff:0:0/96 or 64:ff9b::/96 is judged as the IPv4 address in it.
 */
export function createAddressJudge(allowedCidrs: readonly string[]): JudgeAddress {
  const allowed = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    // isIP is stricter than ipaddr.js, which also reads 127.1 and 0x7f000001. An address with a
    // zone means nothing beyond one link.
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = readAddress(text);
    return allowed.some((range) => isWithin(address, range)) || isPublic(address);
  };
}

/** The bits of a network that one customer of a provider usually has. */
const NETWORK_BITS = { ipv4: 24, ipv6: 64 };

/** Returns the networks of addresses, each once: /24 of IPv4, /64 of IPv6. */
export function networksOf(addresses: readonly string[]): string[] {
  const networks = addresses.map((text) => {
    const address = readAddress(text);
    const bits = NETWORK_BITS[address.kind()];
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  });
  return [...new Set(networks)];
}
