import { join } from 'node:path';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { HubDeps } from '../../../../scripts/hub/hub.ts';
import type { TrialDeps } from '../../../../scripts/hub/test-callback.ts';
import type { Answered, Unreached } from '../../../../sidecar/hub/callback/callback-answer.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/callback-url.ts';
import type {
  HubContent,
  HubStore,
  Subscription,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createFolder } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';

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

/** A store of SQLite that holds this; the test closes it, not a command. */
export async function createStore(
  t: Lifetime,
  content: Partial<HubContent> = {},
  file = join(createFolder(t), 'hub.sqlite'),
): Promise<HubStore> {
  const store = await openStore({ databaseUrl: undefined, file }, () => NOW);
  atEnd(t, () => store.close());
  await store.importAll({ topics: [], subscriptions: [], requests: [], ...content });
  return { ...store, close: async () => {} };
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

/** What the commands work with, which remembers what they print and send. */
export function createWorld(store: HubStore, circumstances: Circumstances = {}) {
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
        probe: async () => {
          throw new Error('A trial never probes a callback.');
        },
        close: async () => {},
      },
      rules: { ports: [{ first: 443, last: 443 }], isAllowed, allowsPrivate: true },
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
