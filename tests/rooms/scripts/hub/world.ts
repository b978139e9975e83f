import { join } from 'node:path';
import { runCommand } from '../../../../scripts/command.ts';
import { createHubCommand, type HubDeps } from '../../../../scripts/hub/hub.ts';
import type { HubContent, HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore as open } from '../../../../sidecar/hub/store/open-store.ts';
import type { Ended, PendingRequest, Subscription } from '../../../../sidecar/hub/store/rows.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const BASE_URL = 'https://reviews.example';
export const FEED = `${BASE_URL}/feed.xml`;
export const CALLBACK = 'https://me.example/push/5b0c1f7e';
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** A subscription of nine days ago, with a day left. */
export function subscription(facts: Partial<Subscription> = {}): Subscription {
  return {
    topic: FEED,
    callback: CALLBACK,
    host: new URL(facts.callback ?? CALLBACK).hostname,
    secret: undefined,
    subscribedAt: NOW - 9 * DAY_MS,
    expiresAt: NOW + DAY_MS,
    acknowledged: 3,
    tried: 0,
    attempts: 0,
    failures: 0,
    countedAt: undefined,
    readyAt: NOW,
    acknowledgedAt: undefined,
    latencyMs: undefined,
    failedAt: undefined,
    fault: undefined,
    verifiedAt: NOW - 9 * DAY_MS,
    refusedAt: undefined,
    refusal: undefined,
    ...facts,
  };
}

/** A request of a minute ago, to subscribe another callback. */
export function request(facts: Partial<PendingRequest> = {}): PendingRequest {
  const callback = facts.callback ?? 'https://new.example/push';
  return {
    mode: 'subscribe',
    topic: FEED,
    topicAsGiven: FEED,
    callback,
    host: new URL(callback).hostname,
    secret: undefined,
    leaseSeconds: 864_000,
    verifyToken: undefined,
    requestedAt: NOW - MINUTE_MS,
    attempts: 0,
    readyAt: NOW,
    failedAt: undefined,
    fault: undefined,
    ...facts,
  };
}

/** A subscription that ended an hour ago, and whose callback is not notified. */
export function ended(facts: Partial<Ended> = {}): Ended {
  const callback = facts.callback ?? 'https://gone.example/push';
  return {
    topic: FEED,
    callback,
    host: new URL(callback).hostname,
    reason: 'failed',
    endedAt: NOW - 60 * MINUTE_MS,
    subscribedAt: NOW - 9 * DAY_MS,
    expiresAt: NOW + DAY_MS,
    acknowledgedAt: undefined,
    failedAt: undefined,
    fault: undefined,
    noticeUntil: undefined,
    noticeAttempts: 0,
    noticeAt: NOW,
    notifiedAt: undefined,
    noticeFault: undefined,
    ...facts,
  };
}

export const EMPTY: HubContent = {
  topics: [],
  subscriptions: [],
  requests: [],
  ended: [],
  blocked: [],
};

/** A store of SQLite that holds this; the test closes it, not a command. */
export async function createStore(
  t: Lifetime,
  content: Partial<HubContent> = {},
  file = join(createFolder(t), 'hub.sqlite'),
): Promise<HubStore> {
  const store = await open({ databaseUrl: undefined, file }, () => NOW);
  atEnd(t, () => store.close());
  await store.importAll({ ...EMPTY, ...content });
  return { ...store, close: async () => {} };
}

type Circumstances = Partial<Pick<HubDeps, 'createTrial' | 'openStore'>> &
  Partial<HubDeps['screen']> & {
    readonly stdin?: string;
  };

/** Runs a command line on a store; remembers what it prints. */
export async function runHub(
  args: readonly string[],
  store: HubStore,
  circumstances: Circumstances = {},
) {
  const printed: string[] = [];
  const errors: string[] = [];
  const opened: boolean[] = [];
  const { columns, hasColours = false, stdin = '' } = circumstances;
  const { createTrial, openStore } = circumstances;
  const command = createHubCommand({
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    screen: { columns, hasColours },
    openStore: async (places, mayCreate) => {
      opened.push(mayCreate);
      return openStore ? openStore(places, mayCreate) : store;
    },
    createTrial: (...given) => {
      if (!createTrial) throw new Error('This command tries nothing.');
      return createTrial(...given);
    },
  });
  const status = await runCommand(command, args, {
    now: new Date(NOW),
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    readEnvironment: () => ({ BASE_URL }),
    ask: undefined,
  });
  return { status, opened, out: printed.join('\n'), error: errors.join('\n') };
}
