import { hash, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { readOpenFilesLimit } from '../http/limit-connections.ts';
import { createCallbackClient } from './callback/callback-client.ts';
import { createCallbackRules } from './callback/callback-url.ts';
import { type Clock, createSharedClock, systemClock } from './clock.ts';
import { Hub } from './hub.ts';
import { createUserAgent, type HubContext, type HubLog } from './hub-context.ts';
import { limitInFlight } from './hub-settings.ts';
import type {
  HubAnswer,
  HubCall,
  HubMessage,
  HubMethod,
  HubMethods,
  HubRequest,
  HubThreadSettings,
} from './messages.ts';
import { type HubStore, StoreUnavailableError } from './store/hub-store.ts';
import { openStore } from './store/open-store.ts';
import { StoreFaults } from './work/store-faults.ts';
import { WorkLoop } from './work/work-loop.ts';

/** 256 bits, in characters that a query does not change. */
const CHALLENGE_BYTES = 32;

const post = (message: HubMessage) => parentPort?.postMessage(message);
const log: HubLog = (level, text, fields = {}) =>
  post({ type: 'log', line: [level, text, fields] });

/** The hub's thread, until the server stops it: its store, verifications and deliveries. */
async function runHub(threadSettings: HubThreadSettings): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('The hub runs in a thread of the server.');
  const faults = new StoreFaults({
    onFault: (fault) => post({ type: 'fault', ...fault }),
    onRecovered: () => post({ type: 'recovered' }),
  });
  let store: HubStore | undefined;
  let clock: Clock | undefined;
  let hub: Hub | undefined;
  const stopping = Promise.withResolvers<void>();
  port.on('message', (request: HubRequest) => {
    if (request.type === 'stop') stopping.resolve();
    else if (request.type === 'retry') faults.retry();
    // The rest arrives only after this thread has reported that it is ready.
    else if (request.type === 'call' && hub) void answer(hub, request);
    else if (request.type === 'release') {
      const topics = request.topics.map((topic) => {
        return { ...topic, hash: hash('sha256', joinPieces(topic.body), 'hex') };
      });
      hub?.publish({ ...request, topics });
    }
  });
  // Repeated until it works.
  const open = async () => {
    store ??= await openStore(threadSettings);
    clock ??= store.isExclusive ? systemClock : await createSharedClock(store, systemClock);
    hub ??= createHub(threadSettings, { store, clock, faults });
    await hub.start();
    post({ type: 'ready' });
    return undefined;
  };
  const opening = new WorkLoop({ clock: systemClock, faults, step: open });
  opening.wake();
  await stopping.promise;
  await opening.stop();
  await hub?.stop().catch((error: unknown) => log('error', `the hub could not end: ${error}`));
  await store?.close();
  port.close();
}

function createHub(
  { settings, baseUrl, sidecarUrl }: HubThreadSettings,
  deps: Pick<HubContext, 'store' | 'clock' | 'faults'>,
): Hub {
  const client = createCallbackClient({
    userAgent: createUserAgent(sidecarUrl),
    timeoutMs: settings.timeout * 1000,
    rules: createCallbackRules(settings, baseUrl),
    connectionsPerHost: settings.concurrencyPerHost,
  });
  if (settings.allowedCidrs.length > 0) {
    log('warn', 'callbacks may be in private networks (HUB_ALLOW_CALLBACK_CIDRS)', {
      cidrs: settings.allowedCidrs,
    });
  }
  return new Hub({
    ...deps,
    settings,
    maxInFlight: limitInFlight(settings.concurrency, readOpenFilesLimit()),
    hubUrl: sidecarUrl + HUB_PATH,
    client,
    random: Math.random,
    createChallenge: () => randomBytes(CHALLENGE_BYTES).toString('base64url'),
    log,
  });
}

async function answer<Method extends HubMethod>(
  hub: HubMethods,
  { method, args, port }: HubCall<Method>,
): Promise<void> {
  const post = (value: HubAnswer<Method>) => port.postMessage(value);
  try {
    post({ value: await hub[method](...args) });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) log('error', `the hub failed: ${error}`);
    post({ message: 'The hub’s store is currently out of reach.' });
  }
}

await runHub(workerData);
