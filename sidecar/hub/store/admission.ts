import { z } from 'zod';
import type { Fault } from '../callback/fault.ts';
import type { Acceptance, HubStore, Origin, StoreLimits } from './hub-store.ts';
import { IS_KNOWN, refuse } from './requests.ts';
import type { Intent } from './rows.ts';
import { pairKey, type Run, type SqlEngine } from './sql-engine.ts';

/** 'pending-full': there is room once another request has gone. */
type Refusal = Exclude<Acceptance, 'accepted' | 'evicted'> | 'pending-full';
type Newcomer = Pick<Intent, 'mode' | 'host'> & Origin & { readonly pair: string };

/** Lets requests in: one at a time, of all sidecars, so that no two pass a limit together. */
export function createAdmission(engine: SqlEngine): Pick<HubStore, 'accept'> {
  const { elements } = engine.words;
  const blocked = `SELECT host FROM testimony_blocked
    WHERE host IN (SELECT value ->> 'host' FROM ${elements('$1')})`;
  return {
    accept: (intent, origin, limits, now) =>
      engine.transaction(async (run): Promise<Acceptance> => {
        const newcomer = { ...intent, ...origin, pair: pairKey(intent) };
        const hosts = JSON.stringify(domainsOf(intent.host).map((host) => ({ host })));
        if ((await run(blocked, hosts)).length > 0) return 'blocked';
        const refusal = await findRefusal(run, newcomer, limits, now);
        if (refusal && refusal !== 'pending-full') return refusal;
        if (refusal && !(await evict(run, newcomer.client, now))) return 'queue-full';
        await store(run, intent, newcomer, now);
        return refusal ? 'evicted' : 'accepted';
      }, 'admission'),
  };
}

/** A host and all above it. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

async function findRefusal(
  run: Run,
  newcomer: Newcomer,
  limits: StoreLimits,
  now: number,
): Promise<Refusal | undefined> {
  const { mode, host, pair, client, network } = newcomer;
  const [found] = KnownRows.parse(await run(KNOWN, pair, now, client, host, network ?? null));
  const { active, known, coming } = found;
  if (found.pending === 1) return undefined;
  if (mode === 'unsubscribe' && active === 0) return 'unknown';
  // Those that are known already have a queue of their own: newcomers cannot keep them out.
  if (active > 0) return isFull(limits.pending, known) ? 'queue-full' : undefined;
  if (isFull(limits.pendingPerClient, found.ofClient)) return 'client-full';
  if (isFull(limits.pendingPerClient, found.ofNetwork)) return 'network-full';
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
  if (mayBeFull) return 'queue-full';
  return isFull(limits.pending, coming) ? 'pending-full' : undefined;
}

const HolderRows = z.array(z.object({ client: z.string(), held: z.number() }));
const IdRows = z.tuple([z.object({ id: z.number() })]);
const EVICTED = JSON.stringify({
  kind: 'crowded',
  message: 'too many requests waited, most of them of its client',
} satisfies Fault);

/**
 * Makes room in a full queue: the oldest request of the client that has most of it goes, unless that
 * would leave it with less than the newcomer's client. Resolves to whether there is room now.
 */
async function evict(run: Run, client: string, now: number): Promise<boolean> {
  const rows = await run(
    `SELECT client, count(*) AS held FROM testimony_requests AS held WHERE NOT ${IS_KNOWN('$1')}
    GROUP BY client ORDER BY count(*) DESC, client`,
    now,
  );
  const holders = HolderRows.parse(rows);
  const [most] = holders;
  const own = holders.find((one) => one.client === client)?.held ?? 0;
  if (!most || most.held <= own + 1) return false;
  const sql = `SELECT min(id) AS id FROM testimony_requests AS held
    WHERE client = $1 AND NOT ${IS_KNOWN('$2')}`;
  const [oldest] = IdRows.parse(await run(sql, most.client, now));
  await refuse(run, oldest.id, { reason: 'crowded', fault: EVICTED, now });
  return true;
}

function isFull(limit: number, count: number): boolean {
  return limit > 0 && count >= limit;
}

const KnownRows = z.tuple([
  z.object({
    /** 1 where this client asked for the same, and it waits. */
    pending: z.number(),
    active: z.number(),
    known: z.number(),
    coming: z.number(),
    ofClient: z.number(),
    ofNetwork: z.number(),
  }),
]);
const COMING = (condition: string) => `SELECT count(*) FROM testimony_requests AS held
  WHERE NOT ${IS_KNOWN('$2')} AND pair <> $1 ${condition}`;
// The network of a host is known by the requests for it that were tried.
const NETWORK = `COALESCE(CAST($5 AS TEXT),
  (SELECT min(network) FROM testimony_requests WHERE host = $4))`;
const KNOWN = `SELECT
  (SELECT count(*) FROM testimony_requests WHERE pair = $1 AND client = $3) AS pending,
  (SELECT count(*) FROM testimony_subscriptions WHERE pair = $1 AND expires_at > $2) AS active,
  (SELECT count(*) FROM testimony_requests AS held WHERE ${IS_KNOWN('$2')} AND pair <> $1) AS known,
  (${COMING('')}) AS coming,
  (${COMING('AND client = $3')}) AS "ofClient",
  (${COMING(`AND network = ${NETWORK}`)}) AS "ofNetwork"`;

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
async function store(
  run: Run,
  intent: Intent,
  { pair, client, network }: Newcomer,
  now: number,
): Promise<void> {
  const { mode, topic, topicAsGiven, callback, host, secret, leaseSeconds, verifyToken } = intent;
  await run('DELETE FROM testimony_requests WHERE pair = $1', pair);
  await run(
    `INSERT INTO testimony_requests (pair, mode, topic, topic_as_given, callback, host, secret,
      lease_seconds, requested_at, attempts, ready_at, client, network, verify_token)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9, $10, $11, $12)`,
    ...[pair, mode, topic, topicAsGiven, callback, host, secret ?? null, leaseSeconds, now],
    ...[client, network ?? null, verifyToken ?? null],
  );
}
