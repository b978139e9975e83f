import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { BlockedAddressError, CrowdedNetworkError, UnresolvedNameError } from './connect-error.ts';
import { type AttemptLimits, ConnectionAttempt } from './connection-attempt.ts';
import type { JudgeAddress } from './judge-address.ts';
import type { OpenSocket } from './open-tls.ts';
import type { ResolveName } from './resolve-name.ts';

/** Tells whether a verification may go to these addresses of one host, and takes note of it. */
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
