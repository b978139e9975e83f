import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as elapse } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { createAddressJudge } from './callback/judge-address.ts';
import { createResolveName, type ResolveName } from './callback/resolve-name.ts';
import { createCallbackClient } from './callback/undici-client.ts';
import { systemClock } from './clock.ts';
import { Hub } from './hub.ts';
import type { HeldTopic, HubLog, HubStage } from './hub-parts.ts';
import type { HubCall, HubMessage, HubThreadSettings, SentTopic } from './messages.ts';
import { createNetworkLimit } from './network-limit.ts';
import { createSharedClock } from './shared-clock.ts';
import { type HubStore, StoreUnavailableError } from './store/hub-store.ts';
import { openStore } from './store/open-store.ts';
import { StoreFaults } from './store-faults.ts';
import { createUserAgent } from './user-agent.ts';

const OPEN_AGAIN_MS = 2_000;
const MAX_VERIFICATION_MS = 10_000;
/** 256 bits, in characters that no query changes. */
const CHALLENGE_BYTES = 32;

const post = (message: HubMessage) => parentPort?.postMessage(message);
const log: HubLog = (level, message, fields = {}) => post({ type: 'log', level, message, fields });

/**
 * Runs in the hub's thread until the server says stop. `reached` is called at each stage of what
 * the hub does, before anything else happens; `resolve` finds the addresses of callbacks.
 */
export async function runHub(
  threadSettings: HubThreadSettings,
  reached: (stage: HubStage) => void = () => {},
  resolve: ResolveName = createResolveName(),
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('The hub runs in a thread of the server.');
  const stopping = new AbortController();
  let hub: Hub | undefined;
  port.on('message', (call: HubCall) => {
    if (call.type === 'stop') stopping.abort();
    // The server calls only what has said that it is ready.
    else if (hub) void answer(hub, call);
  });
  const store = await openUntil(threadSettings, stopping.signal);
  if (store) {
    hub = await createHub(threadSettings, store, reached, resolve);
    post({ type: 'ready' });
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    await hub.stop().catch((error: unknown) => log('error', `the hub could not end: ${error}`));
    await store.close();
  }
  port.close();
}

/** Opens the store, as often as it takes. Resolves to nothing where the server stops before. */
async function openUntil(
  { databaseUrl, file }: HubThreadSettings,
  signal: AbortSignal,
): Promise<HubStore | undefined> {
  const faults = new StoreFaults(systemClock, log);
  while (!signal.aborted) {
    try {
      return await openStore({ databaseUrl, file });
    } catch (error) {
      if (error instanceof StoreUnavailableError) faults.tell(error);
      else {
        const message = error instanceof Error ? error.message : String(error);
        log('error', `The hub is off until the service starts again: ${message}`);
        if (!signal.aborted) await once(signal, 'abort');
      }
    }
    await elapse(OPEN_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

async function createHub(
  { settings, baseUrl }: HubThreadSettings,
  store: HubStore,
  reached: (stage: HubStage) => void,
  resolve: ResolveName,
): Promise<Hub> {
  const timeoutMs = settings.timeout * 1000;
  const admit = settings.isRateLimited ? createNetworkLimit(systemClock) : undefined;
  const client = createCallbackClient({
    userAgent: createUserAgent(baseUrl),
    timeoutMs,
    verificationTimeoutMs: Math.min(timeoutMs, MAX_VERIFICATION_MS),
    isAllowed: createAddressJudge(settings.allowedCidrs),
    ports: settings.callbackPorts,
    resolve,
    connectionsPerHost: settings.concurrencyPerHost,
    ...(admit && { admit }),
  });
  if (settings.allowedCidrs.length > 0) {
    log('warn', 'callbacks may lie in private networks, as HUB_ALLOW_CALLBACK_CIDRS says', {
      cidrs: settings.allowedCidrs,
    });
  }
  const hub = new Hub({
    settings,
    baseUrl,
    store,
    client,
    clock: store.isExclusive ? systemClock : await createSharedClock(store, systemClock),
    random: Math.random,
    createChallenge: () => randomBytes(CHALLENGE_BYTES).toString('base64url'),
    log,
    reached,
  });
  await hub.start();
  return hub;
}

const held = new Map<string, HeldTopic>();

async function answer(hub: Hub, call: HubCall): Promise<void> {
  if (call.type === 'release') {
    hub.publish({ ordinal: call.ordinal, topics: call.topics.flatMap(hold) });
  }
  try {
    if (call.type === 'accept') {
      post({ type: 'accepted', call: call.call, acceptance: await hub.accept(call.intent) });
    }
    if (call.type === 'status') {
      post({ type: 'status', call: call.call, status: await hub.status() });
    }
  } catch (error) {
    if (!('call' in call)) throw error;
    if (!(error instanceof StoreUnavailableError)) log('error', `the hub failed: ${error}`);
    post({ type: 'failed', call: call.call, message: 'The hub’s store is out of reach just now.' });
  }
}

/** A topic as it is held from here on: a body that was not sent again is the one from before. */
function hold({ topic, mediaType, body }: SentTopic): HeldTopic[] {
  const before = held.get(topic);
  const now = body ? { topic, mediaType, hash: hash('sha256', body, 'hex'), body } : before;
  if (!now) return [];
  held.set(topic, now);
  return [now];
}
