import { join } from 'node:path';
import type { Subscription } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { HUB_FILE } from '../../../../sidecar/hub/store/store-file.ts';
import { callbackPath } from './tally.ts';

export type Seed = {
  /** The topic that all subscribe to. */
  readonly topic: string;
  readonly count: number;
  /** Where the subscribers listen: all are one host to the hub. */
  readonly origin: string;
  readonly secret: string | undefined;
};

const LEASE_MILLISECONDS = 864_000_000;

/** Fills the store of a service that has not run yet with active subscriptions. */
export async function seedStore(stateDir: string, seed: Seed, now: number): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, file: join(stateDir, HUB_FILE) });
  try {
    const { added } = await store.importAll({
      topics: [],
      subscriptions: listSubscriptions(seed, now),
      requests: [],
    });
    if (added !== seed.count) throw new Error(`${added} subscriptions were stored.`);
  } finally {
    await store.close();
  }
}

function listSubscriptions({ topic, count, origin, secret }: Seed, now: number): Subscription[] {
  const { hostname } = new URL(origin);
  return Array.from({ length: count }, (_, number) => ({
    topic,
    callback: origin + callbackPath(number),
    host: hostname,
    secret,
    subscribedAt: now,
    expiresAt: now + LEASE_MILLISECONDS,
    settled: 0,
    tried: 0,
    attempts: 0,
    failures: 0,
    readyAt: now,
    acknowledgedAt: undefined,
  }));
}
