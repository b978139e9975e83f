import { hash } from 'node:crypto';
import { join } from 'node:path';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import type { Answered } from '../../../../sidecar/hub/callback/callback-answer.ts';
import type {
  CallbackClient,
  GetLimits,
} from '../../../../sidecar/hub/callback/callback-client.ts';
import type { Unreached } from '../../../../sidecar/hub/callback/fault.ts';
import { Hub } from '../../../../sidecar/hub/hub.ts';
import { type HubSettings, limitInFlight } from '../../../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import { StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { HUB_SETTINGS as DEFAULTS } from '../../routes/serve-hub.ts';
import { intent } from '../store/store-actions.ts';

export const HUB_BASE_URL = 'https://reviews.example';
export const TOPIC = `${HUB_BASE_URL}/reviews.json`;
const TOPICS = { reviews: '/reviews.json', json: '/api/feed.json', atom: '/feed.xml' } as const;

/** The ladder of retries of a hub without configuration. */
export const { retryDelays: LADDER } = DEFAULTS;

/** The default settings of a hub, but with a short ladder and without limits. */
export const HUB_SETTINGS: HubSettings = {
  ...DEFAULTS,
  retryDelays: [10, 60],
  isRateLimited: false,
  minInterval: 0,
  maxPendingPerClient: 0,
};

type Options = {
  readonly settings?: Partial<HubSettings>;
  /** The store; without one SQLite in a folder of its own. */
  readonly store?: HubStore;
  readonly file?: string;
  readonly clock?: ManualClock;
};

/** A hub without threads and network, whose time a test moves. */
export async function startHub(lifetime: Lifetime, options: Options = {}) {
  const clock = options.clock ?? new ManualClock();
  const callbacks = new ScriptedCallbacks();
  const file = options.file ?? join(createFastFolder(lifetime), 'hub.sqlite');
  const store = options.store ?? (await openStore({ databaseUrl: undefined, file }, clock.now));
  const log: string[] = [];
  let challenges = 0;
  const hub = new Hub({
    settings: { ...HUB_SETTINGS, ...options.settings },
    hubUrl: HUB_BASE_URL + HUB_PATH,
    maxInFlight: limitInFlight({ ...HUB_SETTINGS, ...options.settings }.concurrency),
    store,
    client: callbacks,
    clock,
    random: () => 0,
    createChallenge: () => `challenge-${challenges++}`,
    log: (_level, message) => log.push(message),
    faults: new StoreFaults({ onFault: () => {}, onRecovered: () => {} }),
  });
  await hub.start();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    const stopped = hub.stop();
    // Requests that would never end are ended after a while.
    await clock.advance(10_000);
    await stopped;
    await store.close();
  };
  atEnd(lifetime, stop);

  let ordinal = 0;
  /** Publishes a release whose topics hold these texts, and lets the hub work. */
  const publish = async (text: string, at = ++ordinal, isTakedown = false) => {
    ordinal = Math.max(ordinal, at);
    const topics = Object.values(TOPICS).map((path) => topicOf(path, text));
    hub.publish({ ordinal: at, topics, isTakedown });
    await clock.advance(100);
  };
  const request = async (changes: Partial<Intent> = {}, client = '192.0.2.1') => {
    const acceptance = await hub.accept(intentOf(changes), client);
    await clock.advance(100);
    return acceptance;
  };
  const requestAll = async (callbackOf: (index: number) => string, count: number, changes = {}) => {
    for (let index = 0; index < count; index++) {
      await hub.accept(intentOf({ callback: callbackOf(index), ...changes }), '192.0.2.1');
    }
    await clock.advance(1_000 + 20 * count);
  };
  /** Subscribes hosts that are called this and a number. */
  const requestMany = (count: number, name = 'h', changes: Partial<Intent> = {}) =>
    requestAll((index) => `https://${name}${index}.example/`, count, changes);
  /** Subscribes so many callbacks of a host. */
  const requestOfHost = (host: string, count: number, changes: Partial<Intent> = {}) =>
    requestAll((index) => `https://${host}/${index}`, count, changes);
  const subscriptions = async () => (await store.list()).filter((row) => row.state === 'active');
  return {
    ...{ hub, store, clock, callbacks, log, publish, request, stop },
    ...{ requestMany, requestOfHost, rows: () => store.list(), subscriptions },
    /** The failed attempts and notifications of subscriptions. */
    failures: async () =>
      (await subscriptions()).map(({ attempts, failures }) => [attempts, failures]),
    /** Another hub on the same store, as after a restart. */
    restart: () => startHub(lifetime, { file, clock }),
  };
}

/** A request to subscribe to reviews.json, as it is once it was parsed. */
export function intentOf(changes: Partial<Intent> = {}): Intent {
  const callback = changes.callback ?? 'https://subscriber.example/callback';
  const topic = { topic: TOPIC, topicAsGiven: changes.topic ?? TOPIC };
  return intent(new URL(callback).hostname, { ...topic, callback, ...changes });
}

function topicOf(path: string, text: string) {
  const bytes = Buffer.from(`${path}: ${text}`);
  const mediaType = path === '/feed.xml' ? 'application/atom+xml' : 'application/json';
  const digest = hash('sha256', bytes, 'hex');
  return { topic: HUB_BASE_URL + path, mediaType, hash: digest, body: [bytes] };
}

type Fields = Readonly<Record<string, string>>;
type Asked = { readonly callback: string; readonly parameters: Fields };
type Delivered = { readonly callback: string; readonly headers: Fields; readonly body: string };
type Answer<Value> = Value | undefined | Promise<Value | undefined>;

/** The ways in which callbacks differ from a good one. */
type Script = {
  /** The address of a callback's name. Without it, connections are not checked. */
  readonly addresses?: (callback: string) => readonly string[];
  readonly get?: (asked: Asked) => Answer<Answered | Unreached>;
  readonly post?: (delivered: Delivered) => Answer<Answered | Unreached>;
};

export const status = (code: number, retryAfter?: string): Answered => {
  return { kind: 'answered', status: code, retryAfter, body: Buffer.alloc(0) };
};
export const unreached = (fault: Unreached['fault']): Unreached => {
  return { kind: 'unreached', fault, code: undefined };
};
export const saying = (body: string, code = 200): Answered => {
  return { ...status(code), body: Buffer.from(body) };
};
/** The answer of a callback that never answers. */
export const never = () => new Promise<undefined>(() => {});

/** Callbacks without a network: each does as the script says, or what a good one does. */
class ScriptedCallbacks implements CallbackClient {
  readonly asked: Asked[] = [];
  readonly delivered: Delivered[] = [];
  script: Script = {};
  readonly #closing = Promise.withResolvers<Unreached>();

  /** The texts that were delivered, to a host or to all. */
  texts(host = ''): (string | undefined)[] {
    const some = this.delivered.filter(({ callback }) => callback.includes(host));
    return some.map(({ body }) => body.split(': ')[1]);
  }

  async get(callback: string, parameters: Fields, { admit }: Pick<GetLimits, 'admit'> = {}) {
    const addresses = this.script.addresses?.(callback);
    if (addresses && admit?.(addresses) === false) return unreached('crowded');
    const asked = { callback, parameters };
    this.asked.push(asked);
    const answer = await Promise.race([this.script.get?.(asked), this.#closing.promise]);
    return answer ?? saying(asked.parameters['hub.challenge'] ?? '');
  }

  async post(callback: string, headers: Fields, body: Pieces) {
    const delivered = { callback, headers, body: joinPieces(body).toString() };
    this.delivered.push(delivered);
    const answer = await Promise.race([this.script.post?.(delivered), this.#closing.promise]);
    return answer ?? status(204);
  }

  /** Ends all requests that never end. */
  async close(): Promise<void> {
    this.#closing.resolve({ ...unreached('local'), code: 'UND_ERR_CLOSED' });
  }
}
