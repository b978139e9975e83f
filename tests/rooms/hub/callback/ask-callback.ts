import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import {
  type CallbackClient,
  type CallbackClientOptions,
  createCallbackClient,
} from '../../../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../../../sidecar/hub/callback/callback-url.ts';
import type { Unreached } from '../../../../sidecar/hub/callback/fault.ts';
import type { OpenSocket, ResolveName } from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { CA_FILE, readCertificate } from '../../../fixtures/tls/certificates.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';

export const CHALLENGE = 'abcdef';
export const BODY = [Buffer.from('x')];

/** The service that the hub of these tests belongs to. */
export const BASE_URL = 'https://reviews.test';

export function verify(client: CallbackClient, callback: string) {
  return client.get(callback, { 'hub.challenge': CHALLENGE }, { maxBytes: CHALLENGE.length });
}

/** The value of work that does not wait for a deadline, where that is not short. */
export async function soon<Value>(work: Promise<Value>, mostMs = 3000): Promise<Value> {
  const start = performance.now();
  const value = await work;
  const ms = performance.now() - start;
  assert.ok(ms < mostMs, `It took ${ms} ms.`);
  return value;
}

type Result = Awaited<ReturnType<CallbackClient['post']>>;

export function assertUnreached(answer: Result, fault: Unreached['fault'], code = '') {
  assert.ok(answer.kind === 'unreached', JSON.stringify(answer));
  assert.equal(answer.fault, fault);
  assert.match(answer.code ?? '', new RegExp(code));
}

/** Rules that allow callbacks on this machine, at any port. */
export const LOOPBACK = createCallbackRules(
  { allowedCidrs: ['127.0.0.0/8', '::1/128'], callbackPorts: [{ first: 1, last: 65_535 }] },
  BASE_URL,
);

/** Knows only these names, each with its addresses. */
export function resolveFrom(names: Readonly<Record<string, readonly string[]>>): ResolveName {
  return async (name) => {
    const addresses = names[name];
    if (addresses === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
}

/** Refuses connections like a machine without a listener, and notes where they were to go. */
export function recordConnections() {
  const opened: (readonly LookupAddress[])[] = [];
  const connect: OpenSocket = (_options, addresses, callback) => {
    opened.push(addresses);
    callback(Object.assign(new Error('Only recorded.'), { code: 'ECONNREFUSED' }), null);
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
    rules: LOOPBACK,
    resolve: resolveFrom({}),
    connectionsPerHost: 2,
    ca: readFileSync(CA_FILE),
    ...options,
  });
  atEnd(lifetime, () => client.close());
  return client;
}

/** A server that does to TLS sockets what no HTTP server would. */
export async function startTls(
  lifetime: Lifetime,
  use: (socket: Socket) => void,
  options: TlsOptions = {},
) {
  const subscriber = await startSubscriber(lifetime);
  const tls = createTlsServer({ ...readCertificate('subscriber'), ...options }, (socket) => {
    use(socket.on('error', () => {}));
  });
  subscriber.take((socket) => tls.emit('connection', socket));
  return subscriber;
}
