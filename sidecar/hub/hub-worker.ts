import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Pieces } from '#search/corpus/pieces.ts';
import { createCallbackClient } from './callback/callback-client.ts';
import { createCallbackRules } from './callback/callback-url.ts';
import { type Clock, createSharedClock, systemClock } from './clock.ts';
import { Hub } from './hub.ts';
import { createUserAgent, type HeldTopic, type HubContext, type HubLog } from './hub-context.ts';
import type { HubCall, HubMessage, HubThreadSettings, SentTopic } from './messages.ts';
import { type HubStore, StoreUnavailableError, StoreUnusableError } from './store/hub-store.ts';
import { openStore } from './store/open-store.ts';
import { StoreFaults } from './work/store-faults.ts';
import { WorkLoop } from './work/work-loop.ts';

/** 256 bits, in characters that no query changes. */
const CHALLENGE_BYTES = 32;

const post = (message: HubMessage) => parentPort?.postMessage(message);
const log: HubLog = (level, message, fields = {}) => post({ type: 'log', level, message, fields });

/** The hub's thread, until the server says stop: its store, verifications and deliveries. */
async function runHub(threadSettings: HubThreadSettings): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('The hub runs in a thread of the server.');
  const faults = new StoreFaults({
    clock: systemClock,
    onFault: (fault) => post({ type: 'fault', ...fault }),
    onRecovered: () => post({ type: 'recovered' }),
  });
  let store: HubStore | undefined;
  let clock: Clock | undefined;
  let hub: Hub | undefined;
  let isReady = false;
  const opened = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  port.on('message', (call: HubCall) => {
    if (call.type === 'stop') stopping.abort();
    else if (call.type === 'retry') faults.retry();
    // The server calls only what has said that it is ready.
    else if (hub && isReady) void answer(hub, call);
  });
  // Again and again until it works; where somebody has to look at the store first, once.
  const open = async () => {
    try {
      store ??= await openStore(threadSettings);
      clock ??= store.isExclusive ? systemClock : await createSharedClock(store, systemClock);
      hub ??= createHub(threadSettings, { store, clock, faults });
      await hub.start();
      opened.resolve();
    } catch (error) {
      if (!(error instanceof StoreUnusableError)) throw error;
      faults.giveUp(error);
    }
    return undefined;
  };
  const opening = new WorkLoop({ clock: systemClock, faults, step: open });
  opening.wake();
  await Promise.race([opened.promise, stopped]);
  await opening.stop();
  if (!stopping.signal.aborted) {
    isReady = true;
    post({ type: 'ready' });
    await stopped;
  }
  await hub?.stop().catch((error: unknown) => log('error', `the hub could not end: ${error}`));
  await store?.close();
  port.close();
}

function createHub(
  { settings, baseUrl }: HubThreadSettings,
  deps: Pick<HubContext, 'store' | 'clock' | 'faults'>,
): Hub {
  const client = createCallbackClient({
    userAgent: createUserAgent(baseUrl),
    timeoutMs: settings.timeout * 1000,
    rules: createCallbackRules(settings),
    connectionsPerHost: settings.concurrencyPerHost,
  });
  if (settings.allowedCidrs.length > 0) {
    log('warn', 'callbacks may lie in private networks, as HUB_ALLOW_CALLBACK_CIDRS says', {
      cidrs: settings.allowedCidrs,
    });
  }
  return new Hub({
    ...deps,
    settings,
    baseUrl,
    client,
    random: Math.random,
    createChallenge: () => randomBytes(CHALLENGE_BYTES).toString('base64url'),
    log,
  });
}

const held = new Map<string, HeldTopic>();

async function answer(hub: Hub, call: HubCall): Promise<void> {
  if (call.type === 'release') {
    const { ordinal, isTakedown } = call;
    hub.publish({ ordinal, isTakedown, topics: call.topics.flatMap(hold) });
  }
  try {
    if (call.type === 'accept') {
      const acceptance = await hub.accept(call.intent, call.client);
      post({ type: 'accepted', call: call.call, acceptance });
    }
    if (call.type === 'inspect') {
      post({ type: 'inspected', call: call.call, state: await hub.inspect(call.pair) });
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

function hashOf(body: Pieces): string {
  const hash = createHash('sha256');
  for (const piece of body) hash.update(piece);
  return hash.digest('hex');
}

/** A topic as it is held from here on: a body that was not sent again is the one from before. */
function hold({ topic, mediaType, body }: SentTopic): HeldTopic[] {
  const before = held.get(topic);
  const now = body ? { topic, mediaType, hash: hashOf(body), body } : before;
  if (!now) return [];
  held.set(topic, now);
  return [now];
}

await runHub(workerData);
