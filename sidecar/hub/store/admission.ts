import { z } from 'zod';
import type { Acceptance, HubStore, Intent, StoreLimits } from './hub-store.ts';
import { pairKey } from './pair-key.ts';
import type { Run, SqlEngine } from './sql-engine.ts';
import { NumberRows } from './stored-rows.ts';

type Refusal = Exclude<Acceptance, 'accepted'>;
type Newcomer = Pick<Intent, 'mode' | 'host'> & { readonly pair: string };

/** Lets requests in: one at a time, of all sidecars, so that no two pass a limit together. */
export function createAdmission(engine: SqlEngine): Pick<HubStore, 'accept'> {
  return {
    accept: (intent, limits, now) =>
      engine.transaction(async (run) => {
        const newcomer = { ...intent, pair: pairKey(intent) };
        const refusal = await findRefusal(run, newcomer, limits, now);
        if (refusal) return refusal;
        await store(run, intent, newcomer.pair, now);
        return 'accepted';
      }, 'admission'),
  };
}

async function findRefusal(
  run: Run,
  { mode, host, pair }: Newcomer,
  limits: StoreLimits,
  now: number,
): Promise<Refusal | undefined> {
  const [{ pending, active, queued }] = KnownRows.parse(await run(KNOWN, pair, now));
  if (pending > 0) return undefined;
  if (mode === 'unsubscribe' && active === 0) return 'unknown';
  if (isFull(limits.pending, queued)) return 'queue-full';
  if (active > 0) return undefined;
  const count = async (condition: string, ...values: string[]) =>
    NumberRows.parse(await run(countSubscriptions(condition), now, ...values));
  const { subscriptions, subscriptionsPerHost } = limits;
  if (subscriptions > 0 && isFull(subscriptions, await count(''))) return 'full';
  if (subscriptionsPerHost === 0) return undefined;
  const ofHost = await count('AND held.host = $2', host);
  return isFull(subscriptionsPerHost, ofHost) ? 'host-full' : undefined;
}

function isFull(limit: number, count: number): boolean {
  return limit > 0 && count >= limit;
}

const KnownRows = z.tuple([
  z.object({ pending: z.number(), active: z.number(), queued: z.number() }),
]);
const KNOWN = `SELECT
  (SELECT count(*) FROM testimony_requests WHERE pair = $1) AS pending,
  (SELECT count(*) FROM testimony_subscriptions WHERE pair = $1 AND expires_at > $2) AS active,
  (SELECT count(*) FROM testimony_requests) AS queued`;

/**
 * The active ones, and those that become so if their callbacks agree: renewals are counted already.
 */
function countSubscriptions(condition: string): string {
  return `SELECT
    (SELECT count(*) FROM testimony_subscriptions AS held WHERE expires_at > $1 ${condition})
    + (SELECT count(*) FROM testimony_requests AS held WHERE mode = 'subscribe' ${condition}
      AND NOT EXISTS (SELECT 1 FROM testimony_subscriptions AS active
        WHERE active.pair = held.pair AND active.expires_at > $1)) AS value`;
}

/** Under a new id, so that nobody confirms this request with the challenge of an earlier one. */
async function store(run: Run, intent: Intent, pair: string, now: number): Promise<void> {
  const { mode, topic, topicAsGiven, callback, host, secret, leaseSeconds } = intent;
  await run('DELETE FROM testimony_requests WHERE pair = $1', pair);
  await run(
    `INSERT INTO testimony_requests (pair, mode, topic, topic_as_given, callback, host, secret,
      lease_seconds, requested_at, attempts, ready_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9)`,
    ...[pair, mode, topic, topicAsGiven, callback, host, secret ?? null, leaseSeconds, now],
  );
}
