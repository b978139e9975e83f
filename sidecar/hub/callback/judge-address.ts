import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether callbacks may have this IP address. What is not an address may not. */
export type JudgeAddress = (address: string) => boolean;

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

/** Of ::8.8.8.8 ipaddr.js makes ::ffff:8.8.8.8; written as a URL does it, it is ::808:808. */
function readAddress(text: string): Address {
  const isV6 = isIP(text) === 6;
  return ipaddr.process(isV6 ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text);
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
 * it is; an address in ::ffff:0:0/96 is judged as the IPv4 address that it means. Throws where a
 * range cannot be read.
 */
export function createAddressJudge(allowedCidrs: readonly string[]): JudgeAddress {
  const allowed = allowedCidrs.map(parseRange);
  return (text) => {
    // isIP is stricter than ipaddr.js, which reads 127.1 and 0x7f000001 as well. An address with a
    // zone means nothing beyond one link.
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = readAddress(text);
    return allowed.some((range) => isWithin(address, range)) || isPublic(address);
  };
}
