import { z } from 'zod';
import type { Acceptance, HubStore, Intent, StoreLimits } from './hub-store.ts';
import { pairKey } from './pair-key.ts';
import type { Run, SqlEngine } from './sql-engine.ts';

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
  const [{ pending, active, known, coming }] = KnownRows.parse(await run(KNOWN, pair, now));
  if (pending > 0) return undefined;
  if (mode === 'unsubscribe' && active === 0) return 'unknown';
  // Those that are known already have a queue of their own: newcomers cannot keep them out.
  if (isFull(limits.pending, active > 0 ? known : coming)) return 'queue-full';
  if (active > 0) return undefined;
  const count = async (condition: string, ...values: string[]) =>
    CountRows.parse(await run(countSubscriptions(condition), now, ...values))[0];
  const { subscriptions, subscriptionsPerHost } = limits;
  const all = subscriptions > 0 ? await count('') : NONE;
  const ofHost = subscriptionsPerHost > 0 ? await count('AND held.host = $2', host) : NONE;
  if (isFull(subscriptions, all.active)) return 'full';
  if (isFull(subscriptionsPerHost, ofHost.active)) return 'host-full';
  // Those that wait become subscriptions, or make room.
  const mayBeFull =
    isFull(subscriptions, all.active + all.coming) ||
    isFull(subscriptionsPerHost, ofHost.active + ofHost.coming);
  return mayBeFull ? 'queue-full' : undefined;
}

function isFull(limit: number, count: number): boolean {
  return limit > 0 && count >= limit;
}

/** Whether a request, called held, is about an active subscription. */
const IS_KNOWN = (now: string) => `EXISTS (SELECT 1 FROM testimony_subscriptions AS active
  WHERE active.pair = held.pair AND active.expires_at > ${now})`;

const KnownRows = z.tuple([
  z.object({ pending: z.number(), active: z.number(), known: z.number(), coming: z.number() }),
]);
const KNOWN = `SELECT
  (SELECT count(*) FROM testimony_requests WHERE pair = $1) AS pending,
  (SELECT count(*) FROM testimony_subscriptions WHERE pair = $1 AND expires_at > $2) AS active,
  (SELECT count(*) FROM testimony_requests AS held WHERE ${IS_KNOWN('$2')}) AS known,
  (SELECT count(*) FROM testimony_requests AS held WHERE NOT ${IS_KNOWN('$2')}) AS coming`;

const NONE = { active: 0, coming: 0 };
const CountRows = z.tuple([z.object({ active: z.number(), coming: z.number() })]);

/** The active ones, and those that become so if their callbacks agree. */
function countSubscriptions(condition: string): string {
  return `SELECT
    (SELECT count(*) FROM testimony_subscriptions AS held WHERE expires_at > $1 ${condition})
      AS active,
    (SELECT count(*) FROM testimony_requests AS held
      WHERE mode = 'subscribe' AND NOT ${IS_KNOWN('$1')} ${condition}) AS coming`;
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
