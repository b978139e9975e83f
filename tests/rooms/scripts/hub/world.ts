import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runCommand } from '../../../../scripts/command.ts';
import { createHubCommand, type HubDeps } from '../../../../scripts/hub/hub.ts';
import type { Outcome } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import {
  claim,
  confirmed,
  failed,
  request,
  settle,
  settleAll,
} from '../../hub/store/store-actions.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const BASE_URL = 'https://reviews.example';
export const FEED = `${BASE_URL}/feed.xml`;
export const JSON_FEED = `${BASE_URL}/api/feed.json`;
export const CALLBACK = 'https://me.example/push/5b0c1f7e';
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const LEASE_MS = 10 * DAY_MS;

type Facts = Partial<Intent>;

/** A store of SQLite, with what fills it and the commands that work on it. Empty unless a file is. */
export async function createHub(t: Lifetime, file = join(createFolder(t), 'hub.sqlite')) {
  const store = await openStore({ databaseUrl: undefined, file }, () => NOW);
  atEnd(t, () => store.close());
  /** Stores a request to subscribe a callback to the feed, or another. */
  const ask = async (facts: Facts = {}, at = NOW - MINUTE_MS) => {
    const { callback = CALLBACK, topic = FEED } = facts;
    const pair = { topic, topicAsGiven: topic, callback };
    await request(store, new URL(callback).hostname, { ...pair, ...facts }, at);
  };
  /** Verifies all requests that are due. */
  const verify = async (at: number, outcome: Outcome = confirmed(at, at + LEASE_MS)) =>
    settleAll(store, await claim(store, 'pending', { now: at, until: at + 1 }), outcome);
  /** Makes a subscription: of nine days ago unless another time is given. */
  const subscribe = async (facts: Facts = {}, at = NOW - 9 * DAY_MS) => {
    await ask(facts, at);
    await verify(at);
  };
  /** Publishes another feed, and delivers it: outcomes are by callback. */
  const deliver = async (at: number, outcomes: Readonly<Record<string, Outcome>>) => {
    const version = { topic: FEED, hash: `of ${at}` };
    await store.announce({ ...version, ordinal: at }, at);
    const due = { now: at + 1, until: at + 2, topics: [version] };
    for (const row of await claim(store, 'active', due)) {
      await settle(store, row, outcomes[row.callback] ?? assert.fail(row.callback));
    }
  };
  /** Sends all notices that are due. */
  const giveNotice = async (at: number, outcome: Outcome) =>
    settleAll(store, await claim(store, 'ended', { now: at, until: at + 1 }), outcome);
  const run = (args: readonly string[], deps: Partial<HubDeps> = {}) =>
    // The test closes the store, not a command.
    runHub(args, { openStore: async () => ({ ...store, close: async () => {} }), ...deps });
  return { store, ask, verify, subscribe, deliver, giveNotice, run };
}

/** A failed attempt with a status, or the system's name for it; tried again in ten minutes. */
export function failure(at: number, reason: string | number, failures = 0): Outcome {
  const fault =
    typeof reason === 'number' ? status(reason) : ({ kind: 'tls', code: reason } as const);
  return failed({ at, fault, failures, countedAt: at, nextAt: at + 10 * MINUTE_MS });
}

/** A fault: the callback answered so. */
export const status = (status: number) => ({ kind: 'status', status }) as const;

/** Runs a command line; remembers what it prints. */
export async function runHub(args: readonly string[], deps: Partial<HubDeps> = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  const command = createHubCommand({
    openStore: () => assert.fail('This command opens no store.'),
    createTrial: () => assert.fail('This command tries nothing.'),
    ...deps,
  });
  const status = await runCommand(command, args, {
    now: new Date(NOW),
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    readEnvironment: () => ({ BASE_URL }),
    ask: undefined,
  });
  return { status, out: printed.join('\n'), error: errors.join('\n') };
}
