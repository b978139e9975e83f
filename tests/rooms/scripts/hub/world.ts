import type { Pieces } from '#search/corpus/pieces.ts';
import type { HubDeps } from '../../../../scripts/hub/hub.ts';
import type { TrialDeps } from '../../../../scripts/hub/test-callback.ts';
import type { Answered, Unreached } from '../../../../sidecar/hub/callback/callback-client.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import type {
  HubContent,
  HubStore,
  Subscription,
  TopicCounts,
} from '../../../../sidecar/hub/store/hub-store.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const BASE_URL = 'https://reviews.example';
export const CALLBACK = 'https://me.example/push/5b0c1f7e';
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A subscription of ten days ago's beginning, with a day left. */
export function subscription(facts: Partial<Subscription> = {}): Subscription {
  return {
    topic: `${BASE_URL}/feed.xml`,
    callback: CALLBACK,
    host: 'me.example',
    secret: undefined,
    subscribedAt: NOW - 9 * DAY_MS,
    expiresAt: NOW + DAY_MS,
    settled: 3,
    tried: 0,
    attempts: 0,
    failures: 0,
    readyAt: NOW,
    acknowledgedAt: undefined,
    ...facts,
  };
}

const notAsked = async (): Promise<never> => {
  throw new Error('The commands have no use for this.');
};

type Held = Partial<HubContent> & { readonly counts?: readonly TopicCounts[] };

/** A store in memory that can do what the commands need, and nothing else. */
export function createFakeStore({ subscriptions = [], requests = [], topics = [], counts }: Held) {
  let held = [...subscriptions];
  let waiting = [...requests];
  let imported: HubContent | undefined;
  let isClosed = false;
  type Filter = { topic?: string; callback?: string };
  const matches =
    ({ topic, callback }: Filter) =>
    (one: { topic: string; callback: string }) =>
      (topic === undefined || one.topic === topic) &&
      (callback === undefined || one.callback === callback);
  const store: HubStore = {
    isExclusive: true,
    now: async () => NOW,
    count: async () => [...(counts ?? [])],
    listSubscriptions: async (filter) => held.filter(matches(filter)),
    async removeSubscriptions(filter) {
      const isMeant = matches(filter);
      const before = held.length + waiting.length;
      held = held.filter((one) => !isMeant(one));
      waiting = waiting.filter((one) => !isMeant(one));
      return before - held.length - waiting.length;
    },
    exportAll: async () => ({ topics, subscriptions: held, requests: waiting }),
    async importAll(content) {
      imported = content;
      return { added: content.subscriptions.length, kept: 0 };
    },
    async close() {
      isClosed = true;
    },
    releaseClaims: notAsked,
    accept: notAsked,
    claimVerifications: notAsked,
    confirm: notAsked,
    refuse: notAsked,
    postpone: notAsked,
    nextVerificationAt: notAsked,
    announce: notAsked,
    claimDeliveries: notAsked,
    settle: notAsked,
    nextDeliveryAt: notAsked,
    purge: notAsked,
  };
  return {
    store,
    held: () => held,
    imported: () => imported,
    isClosed: () => isClosed,
  };
}

type Sent = {
  readonly callback: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pieces;
};

type Circumstances = {
  readonly addresses?: readonly string[];
  readonly answer?: Answered | Unreached;
  readonly topics?: TrialDeps['topics'];
  readonly columns?: number;
  readonly hasColours?: boolean;
  readonly stdin?: string;
};

const isAllowed = createAddressJudge([]);

/** A world around the commands that remembers what they print and send. */
export function createFakeWorld(store: HubStore, circumstances: Circumstances = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  const sent: Sent[] = [];
  const opened: boolean[] = [];
  let elapsed = 0;
  const { addresses = ['93.184.216.34'], topics = [] } = circumstances;
  const { answer = { kind: 'answered', status: 204, retryAfter: undefined } } = circumstances;
  const world: HubDeps = {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    writeOut: async (text) => {
      printed.push(text);
    },
    stdin: (async function* () {
      yield Buffer.from(circumstances.stdin ?? '');
    })(),
    columns: circumstances.columns,
    hasColours: circumstances.hasColours ?? false,
    baseUrl: BASE_URL,
    openStore: async (mayCreate) => {
      opened.push(mayCreate);
      return store;
    },
    createTrialDeps: () => ({
      store,
      client: {
        get: async () => {
          throw new Error('A trial never asks a callback.');
        },
        post: async (callback, headers, body) => {
          sent.push({ callback, headers, body });
          return answer;
        },
        canReach: async () => true,
        close: async () => {},
      },
      rules: { ports: [{ first: 443, last: 443 }], isAllowed },
      resolve: async () => {
        if (addresses.length === 0) throw new Error('queryA ENOTFOUND me.example');
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      topics,
      hubUrl: `${BASE_URL}/api/websub/hub`,
      algorithm: 'sha256',
      monotonic: () => {
        elapsed += 31;
        return elapsed;
      },
    }),
  };
  return { world, printed, errors, sent, opened };
}
