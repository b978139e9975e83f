import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';
import { TokenBuckets } from '../../http/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { CallbackUrl } from './callback-url.ts';
import { type AttemptLimits, ConnectionAttempt, type OpenSocket } from './connect.ts';
import {
  BlockedAddressError,
  CrowdedNetworkError,
  UnconnectedError,
  UnresolvedNameError,
} from './describe-fault.ts';
import type { JudgeAddress } from './judge-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** Whether a verification may go to these addresses of one host; counts it. */
export type Admit = (addresses: readonly string[]) => boolean;

export type ConnectionRules = AttemptLimits & {
  readonly resolve: ResolveName;
  readonly isAllowed: JudgeAddress;
  readonly admit?: Admit | undefined;
  readonly open: OpenSocket;
};

async function findAddresses(host: string, resolve: ResolveName) {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch (cause) {
    throw new UnresolvedNameError('The name could not be resolved.', { cause });
  }
}

/** The addresses of a host if a connection may go to every one of them. */
async function findAllowed(host: string, rules: ConnectionRules) {
  const addresses = await findAddresses(host, rules.resolve);
  if (addresses.length === 0) throw new UnresolvedNameError('The name has no address.');
  if (!addresses.every(({ address }) => rules.isAllowed(address))) {
    throw new BlockedAddressError('Callbacks may not use this address.');
  }
  if (rules.admit?.(addresses.map(({ address }) => address)) === false) {
    throw new CrowdedNetworkError('Too many requests went to this network.');
  }
  return addresses;
}

/**
 * A connector for undici that connects to nothing but addresses that were judged: those of a name
 * are found once, judged, and the socket gets exactly these, so that a name cannot mean something
 * else in between. One bad address among them refuses all.
 */
export function createGuardedConnect(rules: ConnectionRules): buildConnector.connector {
  return (options, callback) => {
    const attempt = new ConnectionAttempt(rules, callback);
    findAllowed(options.hostname, rules)
      .then((addresses) => attempt.open(rules.open, options, addresses))
      .catch((error) => attempt.fail(error));
  };
}

/** Whether something at a callback's host takes a connection, be it without good TLS. */
export function takesConnection(
  { origin }: CallbackUrl,
  connect: buildConnector.connector,
): Promise<boolean> {
  const { hostname, host, port, protocol } = new URL(origin);
  const options = { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, port, protocol };
  return new Promise((resolve) => {
    connect(options, (error, socket) => {
      socket?.destroy();
      resolve(error === null || (error instanceof UnconnectedError && error.wasReached));
    });
  });
}

/** Verifications of one network. */
const RATE = { burst: 10, perMinute: 10 };
/** What one customer of a provider usually has. */
const PREFIX = { ipv4: 24, ipv6: 64 };

/**
 * Limits how often the network of an address is asked, so that many names for one victim do not
 * help. Returns whether a connection to one of these addresses may be made.
 */
export function createNetworkLimit(clock: Pick<Clock, 'now'>): Admit {
  const buckets = new TokenBuckets(RATE);
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
