import { z } from 'zod';
import type { Fault } from '../callback/fault.ts';
import { isUnclaimed } from './claims.ts';
import type { Acceptance, HubStore, Origin, Postponement, StoreLimits } from './hub-store.ts';
import { IS_KNOWN, refuse } from './requests.ts';
import { absent, type Intent } from './rows.ts';
import { pairKey, type Run, type SqlEngine } from './sql-engine.ts';

type Refusal = Exclude<Acceptance, 'accepted' | 'evicted'>;
type Newcomer = Pick<Intent, 'mode' | 'host'> & Origin & { readonly pair: string };

/** Requests that have one bound: renewals, newcomers, or newcomers of a network. */
type Queue = { readonly isKnown: boolean; readonly network: string | undefined };
const RENEWALS: Queue = { isKnown: true, network: undefined };
const NEWCOMERS: Queue = { isKnown: false, network: undefined };

/**
 * Lets requests in, and keeps those that wait within their bounds: one at a time, of all sidecars,
 * so that no two pass a limit together.
 */
export function createAdmission(engine: SqlEngine): Pick<HubStore, 'accept' | 'postpone'> {
  const { elements } = engine.words;
  const blocked = `SELECT host FROM testimony_blocked
    WHERE host IN (SELECT value ->> 'host' FROM ${elements('$1')})`;
  return {
    accept: (intent, origin, limits, now) =>
      engine.transaction(async (run): Promise<Acceptance> => {
        const newcomer = { ...intent, ...origin, pair: pairKey(intent) };
        const hosts = JSON.stringify(domainsOf(intent.host).map((host) => ({ host })));
        if ((await run(blocked, hosts)).length > 0) return 'blocked';
        const full = await findRefusal(run, newcomer, limits, now);
        if (typeof full === 'string') return full;
        if (full && !(await makeRoom(run, full, newcomer, now))) {
          return full.network === undefined ? 'queue-full' : 'network-full';
        }
        await store(run, intent, newcomer, now);
        return full ? 'evicted' : 'accepted';
      }, 'admission'),
    postpone: (id, postponement, perNetwork, now) => {
      const { network } = postponement;
      if (network === undefined || perNetwork === 0) {
        return engine.transaction((run) => wait(run, id, postponement, now));
      }
      return engine.transaction(async (run) => {
        const sql = `SELECT client, pair, (SELECT count(*) FROM testimony_requests AS held
            WHERE network = $3 AND id <> $1 AND NOT ${IS_KNOWN('$2')}) AS others
          FROM testimony_requests AS held WHERE id = $1 AND NOT ${IS_KNOWN('$2')}`;
        const [own] = OwnRows.parse(await run(sql, id, now, network));
        if (!own || !isFull(perNetwork, own.others)) return wait(run, id, postponement, now);
        if (await makeRoom(run, { isKnown: false, network }, own, now)) {
          await wait(run, id, postponement, now);
          return 'evicted';
        }
        await refuse(run, id, { reason: 'crowded', fault: GAVE_WAY, now });
        return 'network-full';
      }, 'admission');
    },
  };
}

/** A host and all above it. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Why a request is refused, or which queue it finds full: it is let in if there another one goes. */
async function findRefusal(
  run: Run,
  newcomer: Newcomer,
  limits: StoreLimits,
  now: number,
): Promise<Refusal | Queue | undefined> {
  const { mode, host, pair, client, network } = newcomer;
  const [found] = KnownRows.parse(await run(KNOWN, pair, now, client, host, network ?? null));
  const { active, known, coming } = found;
  if (found.pending === 1) return undefined;
  if (mode === 'unsubscribe' && active === 0) return 'unknown';
  // Those that are known already have a queue of their own: newcomers cannot keep them out.
  if (active > 0) return isFull(limits.pending, known) ? RENEWALS : undefined;
  if (isFull(limits.pendingPerClient, found.ofClient)) return 'client-full';
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
  // Who goes from its network leaves room in the whole queue, too.
  if (isFull(limits.pendingPerClient, found.ofNetwork))
    return { ...NEWCOMERS, network: found.network };
  return isFull(limits.pending, coming) ? NEWCOMERS : undefined;
}

const OwnRows = z.array(z.object({ client: z.string(), pair: z.string(), others: z.number() }));
const HolderRows = z.array(z.object({ client: z.string(), size: z.number() }));
const IdRows = z.tuple([z.object({ id: z.number() })]);
const GAVE_WAY = JSON.stringify({
  kind: 'crowded',
  message: 'too many requests waited, most of them of its client',
} satisfies Fault);

/**
 * Makes room in a full queue for a request of a client: the client that has most of the queue gives
 * way, unless that would leave it with less than the other. Its oldest request goes, if possible one
 * that nobody verifies just now. Resolves to whether there is room.
 */
async function makeRoom(
  run: Run,
  { isKnown, network }: Queue,
  { client, pair }: Pick<Newcomer, 'client' | 'pair'>,
  now: number,
): Promise<boolean> {
  const others = `testimony_requests AS held WHERE ${isKnown ? '' : 'NOT '}${IS_KNOWN('$1')}
    AND pair <> $2 AND (CAST($3 AS TEXT) IS NULL OR network = $3)`;
  const values = [now, pair, network ?? null] as const;
  const counts = `SELECT client, count(*) AS size FROM ${others}
    GROUP BY client ORDER BY count(*) DESC, client`;
  const holders = HolderRows.parse(await run(counts, ...values));
  const [most] = holders;
  const own = holders.find((one) => one.client === client)?.size ?? 0;
  if (!most || most.size <= own + 1) return false;
  const first = `SELECT id FROM ${others} AND client = $4
    ORDER BY CASE WHEN ${isUnclaimed('1', '$1')} THEN 0 ELSE 1 END, id LIMIT 1`;
  const [{ id }] = IdRows.parse(await run(first, ...values, most.client));
  await refuse(run, id, { reason: 'crowded', fault: GAVE_WAY, now });
  return true;
}

async function wait(
  run: Run,
  id: number,
  { attempts, readyAt, crowdedAt, network, fault }: Postponement,
  now: number,
): Promise<'accepted'> {
  await run(
    `UPDATE testimony_requests SET attempts = $2, ready_at = $3,
      crowded_at = COALESCE($4, crowded_at), network = COALESCE($5, network), failed_at = COALESCE($6, failed_at),
      fault = COALESCE($7, fault), claim = NULL
    WHERE id = $1`,
    ...[id, attempts, Math.round(readyAt), crowdedAt ?? null, network ?? null, fault ? now : null],
    fault ? JSON.stringify(fault) : null,
  );
  return 'accepted';
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
    network: absent(z.string()),
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
  (${COMING(`AND network = ${NETWORK}`)}) AS "ofNetwork",
  ${NETWORK} AS network`;

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
