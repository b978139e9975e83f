import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { CallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { createAddressJudge } from '../../sidecar/hub/callback/judge-address.ts';
import type { OpenSocket } from '../../sidecar/hub/callback/open-tls.ts';
import type { ResolveName } from '../../sidecar/hub/callback/resolve-name.ts';
import {
  type CallbackClientOptions,
  createCallbackClient,
} from '../../sidecar/hub/callback/undici-client.ts';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { CA_FILE } from './tls.ts';

export const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Knows only these names, each with its addresses. */
export function resolveFrom(names: Readonly<Record<string, readonly string[]>>): ResolveName {
  return async (name) => {
    const addresses = names[name];
    if (addresses === undefined) {
      throw Object.assign(new Error(`Nobody knows ${name}.`), { code: 'ENOTFOUND' });
    }
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
}

/** Refuses connections like a machine without a listener, and tells where they would have gone. */
export function recordConnections() {
  const opened: (readonly LookupAddress[])[] = [];
  const connect: OpenSocket = (_options, addresses, callback) => {
    opened.push(addresses);
    const refused = Object.assign(new Error('This was only recorded.'), { code: 'ECONNREFUSED' });
    callback(refused, null);
    return undefined;
  };
  return { opened, connect };
}

/** A client that trusts subscribers of tests, and reaches loopback where nothing else is said. */
export function startClient(
  lifetime: Lifetime,
  options: Partial<CallbackClientOptions> = {},
): CallbackClient {
  const client = createCallbackClient({
    userAgent: 'reviews/1 (+https://reviews.test/api/websub/hub)',
    timeoutMs: 10_000,
    verificationTimeoutMs: 10_000,
    isAllowed: createAddressJudge(LOOPBACK),
    resolve: resolveFrom({}),
    connectionsPerHost: 2,
    ca: readFileSync(CA_FILE),
    ...options,
  });
  atEnd(lifetime, () => client.close());
  return client;
}
