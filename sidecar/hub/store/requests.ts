import { z } from 'zod';
import type { Fault } from '../callback/callback-answer.ts';
import { claimableAt, claimFrom, isUnclaimed } from './claims.ts';
import { composeRequestEnd, composeSubscriptionEnd } from './ended.ts';
import {
  type Acceptance,
  absent,
  type HubStore,
  Intent,
  type Origin,
  type Postponement,
  type StoreLimits,
  Subscription,
  Verification,
} from './hub-store.ts';
import {
  INTENT_COLUMNS,
  pairKey,
  type Run,
  type SqlEngine,
  SUBSCRIPTION_COLUMNS,
  TimeRows,
} from './sql-engine.ts';

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

/** Whether a request, called held, is about an active subscription. */
const IS_KNOWN = (now: string) => `EXISTS (SELECT 1 FROM testimony_subscriptions AS active
  WHERE active.pair = held.pair AND active.expires_at > ${now})`;

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

const VerificationRows = z.array(Verification);
const IntentRows = z.array(Intent);
const HeldRows = z.array(Subscription.extend({ id: z.number(), claimedUntil: absent(z.number()) }));
const OtherRows = z.tuple([z.object({ others: z.number() })]);

type Methods = 'claimVerifications' | 'confirm' | 'refuse' | 'postpone' | 'nextVerificationAt';

/** Requests on their way from the queue to their end. */
export function createVerifications(engine: SqlEngine): Pick<HubStore, Methods> {
  const { skipLocked, elements } = engine.words;
  const find = `SELECT id, attempts, client, requested_at AS "requestedAt",
      crowded_at AS "crowdedAt", CASE WHEN ${IS_KNOWN('$1')} THEN 1 ELSE 0 END AS "isKnown",
      ${INTENT_COLUMNS}
    FROM testimony_requests AS held
    WHERE ready_at <= $1 AND ${isUnclaimed('$2', '$1')}
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$3')})
      AND client NOT IN (SELECT value ->> 'client' FROM ${elements('$5')})
    ORDER BY ready_at, id LIMIT $4 ${skipLocked}`;

  return {
    claimVerifications: async (request) => {
      const served = JSON.stringify((request.servedClients ?? []).map((client) => ({ client })));
      return claimFrom(engine, 'testimony_requests', request, async (search) => {
        const { run, takeOver, hosts, most } = search;
        return VerificationRows.parse(await run(find, request.now, takeOver, hosts, most, served));
      });
    },
    confirm: (id, expiresAt, now) =>
      engine.transaction(async (run) => {
        const deleted = `DELETE FROM testimony_requests WHERE id = $1 RETURNING ${INTENT_COLUMNS}`;
        const [intent] = IntentRows.parse(await run(deleted, id));
        if (!intent) return 'superseded';
        if (intent.mode === 'subscribe') return subscribe(run, intent, expiresAt, now);
        await unsubscribe(run, intent, now);
        return 'unsubscribed';
      }),
    refuse: (id, reason, fault, now) =>
      engine.transaction((run) => refuse(run, id, { reason, fault: JSON.stringify(fault), now })),
    postpone: (id, postponement, perNetwork, now) =>
      engine.transaction((run) => postpone(run, id, postponement, { perNetwork, now })),
    nextVerificationAt: async () => {
      const sql = `SELECT min(${claimableAt('ready_at')}) AS value FROM testimony_requests`;
      return TimeRows.parse(await engine.read(sql))[0].value;
    },
  };
}

async function postpone(
  run: Run,
  id: number,
  { attempts, readyAt, crowdedAt, network, fault }: Postponement,
  { perNetwork, now }: { readonly perNetwork: number; readonly now: number },
): Promise<boolean> {
  if (network !== undefined && perNetwork > 0) {
    const sql = `SELECT count(*) AS others FROM testimony_requests AS held
      WHERE network = $1 AND id <> $2 AND NOT ${IS_KNOWN('$3')}`;
    const [{ others }] = OtherRows.parse(await run(sql, network, id, now));
    if (others >= perNetwork) return false;
  }
  const failedAt = fault ? now : null;
  await run(
    `UPDATE testimony_requests SET attempts = $2, ready_at = $3,
      crowded_at = COALESCE($4, crowded_at), network = COALESCE($5, network), failed_at = COALESCE($6, failed_at),
      fault = COALESCE($7, fault), claim = NULL
    WHERE id = $1`,
    ...[id, attempts, Math.round(readyAt), crowdedAt ?? null, network ?? null, failedAt],
    fault ? JSON.stringify(fault) : null,
  );
  return true;
}

/** Of an active subscription the refusal is kept on its row, which remains; else as an end. */
async function refuse(
  run: Run,
  id: number,
  { reason, fault, now }: { readonly reason: string; readonly fault: string; readonly now: number },
): Promise<void> {
  const pair = '(SELECT pair FROM testimony_requests WHERE id = $1)';
  const renewed = await run(
    `UPDATE testimony_subscriptions SET refused_at = $2, refusal = $3
    WHERE pair = ${pair} AND expires_at > $2 RETURNING id`,
    ...[id, now, fault],
  );
  if (renewed.length === 0) {
    await run(
      composeRequestEnd({
        reason: 'CAST($2 AS TEXT)',
        endedAt: 'CAST($3 AS BIGINT)',
        failedAt: 'CAST($3 AS BIGINT)',
        fault: 'CAST($4 AS TEXT)',
        from: 'testimony_requests AS held WHERE held.id = $1',
      }),
      ...[id, reason, now, fault],
    );
  }
  await run('DELETE FROM testimony_requests WHERE id = $1', id);
}

async function unsubscribe(run: Run, intent: Intent, now: number): Promise<void> {
  const pair = pairKey(intent);
  await run(
    composeSubscriptionEnd({
      reason: `'unsubscribed'`,
      endedAt: 'CAST($2 AS BIGINT)',
      failedAt: 'held.failed_at',
      fault: 'held.fault',
      noticeUntil: 'CAST(NULL AS BIGINT)',
      from: 'testimony_subscriptions AS held WHERE held.pair = $1',
    }),
    ...[pair, now],
  );
  await run('DELETE FROM testimony_subscriptions WHERE pair = $1', pair);
}

/**
 * A new subscription waits for the next change. A renewed one keeps its place; a delivery in flight
 * loses its claim, so that its failure does not count against the new lease. One that is signed with
 * another secret than the new one does not even count where it is acknowledged, as the subscriber
 * may have thrown it away (WebSub §8): the subscription has another id then.
 */
async function subscribe(
  run: Run,
  { topic, callback, host, secret }: Intent,
  expiresAt: number,
  now: number,
): Promise<'subscribed' | 'renewed'> {
  const pair = pairKey({ topic, callback });
  const sql = `DELETE FROM testimony_subscriptions WHERE pair = $1
    RETURNING id, CASE WHEN claim IS NOT NULL THEN claimed_until END AS "claimedUntil",
      ${SUBSCRIPTION_COLUMNS}`;
  const [held] = HeldRows.parse(await run(sql, pair));
  // Never two notifications of one subscription at a time.
  const readyAt = held?.claimedUntil ?? now;
  const before = held && held.expiresAt > now ? held : undefined;
  const id = before && before.secret === secret ? before.id : undefined;
  const columns = `pair, topic, callback, host, secret, expires_at, subscribed_at, settled,
    tried, attempts, failures, ready_at, early_at, urgent_at, acknowledged_at, latency_ms,
    failed_at, fault, verified_at`;
  const settled = 'COALESCE($8, (SELECT sequence FROM testimony_topics WHERE topic = $2), 0)';
  await run(
    `INSERT INTO testimony_subscriptions (${columns}${id === undefined ? '' : ', id'})
    VALUES ($1, $2, $3, $4, $5, $6, $7, ${settled}, 0, 0, 0, $9, $9, $9, $10, $11, $12, $13,
      $14${id === undefined ? '' : ', $15'})`,
    ...[pair, topic, callback, host, secret ?? null, expiresAt],
    ...[before?.subscribedAt ?? now, before?.settled ?? null, readyAt],
    ...[before?.acknowledgedAt ?? null, before?.latencyMs ?? null, before?.failedAt ?? null],
    before?.fault ? JSON.stringify(before.fault) : null,
    ...[now, ...(id === undefined ? [] : [id])],
  );
  // It is not to learn of an end that is over; last, as one may be recorded meanwhile.
  await run('DELETE FROM testimony_ended WHERE pair = $1', pair);
  return before ? 'renewed' : 'subscribed';
}
