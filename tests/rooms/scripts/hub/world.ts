import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createHubCommand } from '../../../../scripts/hub/hub.ts';
import type { connectCallbacks } from '../../../../scripts/hub/test-callback.ts';
import { HUB_FILE } from '../../../../sidecar/hub/hub-settings.ts';
import type { Outcome } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import { callCommand } from '../../../support/call-command.ts';
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
/** For callbacks of tests. */
const LOOPBACK_ONLY = { HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8', HUB_CALLBACK_PORTS: '1-65535' };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const LEASE_MS = 10 * DAY_MS;

type Facts = Partial<Intent>;

/** The store of a service, which has it open; its subscribers, and the commands that work on it. */
export async function createHub(
  t: Lifetime,
  stateDir = createFolder(t),
  now = NOW,
  baseUrl = BASE_URL,
) {
  const file = join(stateDir, HUB_FILE);
  const store = await openStore({ databaseUrl: undefined, file }, () => now);
  atEnd(t, () => store.close());
  /** Stores a request to subscribe a callback to the feed, or another. */
  const ask = async (facts: Facts = {}, at = now - MINUTE_MS) => {
    const { callback = CALLBACK, topic = FEED } = facts;
    const pair = { topic, topicAsGiven: topic, callback };
    await request(store, new URL(callback).hostname, { ...pair, ...facts }, at);
  };
  /** Verifies all requests that are due. */
  const verify = async (at: number, outcome: Outcome = confirmed(at, at + LEASE_MS)) =>
    settleAll(store, await claim(store, 'pending', { now: at, until: at + 1 }), outcome);
  /** Makes a subscription: of nine days ago unless another time is given. */
  const subscribe = async (facts: Facts = {}, at = now - 9 * DAY_MS) => {
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
  const run = (args: readonly string[], connect: typeof connectCallbacks = () => assert.fail()) =>
    callCommand(createHubCommand(connect), args, {
      now: new Date(now),
      readEnvironment: () => ({ BASE_URL: baseUrl, STATE_DIR: stateDir, ...LOOPBACK_ONLY }),
    });
  return { store, file, ask, verify, subscribe, deliver, giveNotice, run };
}

/** A failed attempt with a status, or the system's name for it; tried again in ten minutes. */
export function failure(at: number, reason: string | number, failures = 0): Outcome {
  const fault =
    typeof reason === 'number'
      ? ({ kind: 'status', status: reason } as const)
      : ({ kind: 'tls', code: reason } as const);
  return failed({ at, fault, failures, countedAt: at, nextAt: at + 10 * MINUTE_MS });
}
