import ipaddr from 'ipaddr.js';
import { TokenBuckets } from '../http/rate-limit.ts';
import type { Clock } from './clock.ts';

/** Verifications of one network. */
const RATE = { burst: 10, perMinute: 10 };
/** What one customer of a provider usually has. */
const PREFIX = { ipv4: 24, ipv6: 64 };

/**
 * Limits how often the network of an address is asked, so that many names for one victim do not
 * help. Returns whether a connection to one of these addresses may be made.
 */
export function createNetworkLimit(
  clock: Pick<Clock, 'now'>,
  buckets = new TokenBuckets(RATE),
): (addresses: readonly string[]) => boolean {
  return (addresses) => {
    const networks = new Set(addresses.map(networkOf));
    const now = clock.now();
    if ([...networks].some((network) => buckets.waitFor(network, now) > 0)) return false;
    for (const network of networks) buckets.take(network, now);
    return true;
  };
}

function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bits = PREFIX[parsed.kind()];
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${parsed.kind()} ${bytes.join('.')}`;
}
