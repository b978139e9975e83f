import { MAX_PENDING } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore, QueueCounts, Refusal } from '../../sidecar/hub/store/hub-store.ts';
import type { Outcome } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { Hub, HubCall } from './hub.ts';
import { endWords } from './subscriptions.ts';
import { countOf, faultWords, isExcused, isExpired, toJson, topicName } from './words.ts';

/** Something that happened to a callback, or to a host. */
type Happening = {
  readonly at: number;
  readonly what: string;
  readonly topic?: string;
  readonly callback: string;
  readonly why?: string;
};

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

/** What happened last. The rows remember the last of each kind alone. */
export async function listHappenings(hub: Hub, { flags }: HubCall): Promise<Outcome> {
  const { store, now, baseUrl } = hub;
  const limit = flags.limit === undefined ? DEFAULT_LIMIT : Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new UsageError(
      `--limit must be a whole number from 1 to ${MAX_LIMIT}, not "${flags.limit}".`,
    );
  }
  const all = await findHappenings(store, now);
  const shown = all.toSorted((a, b) => b.at - a.at).slice(0, limit);
  const older = all.length - shown.length;
  const more = older === 0 ? '' : ` ${older} are older; --limit shows more.`;
  return {
    lines: [
      ...shown.map(({ at, what, topic, callback, why }) =>
        [
          new Date(at).toISOString().slice(0, 19).replace('T', ' '),
          what,
          ...(topic === undefined ? [] : [topicName(topic, baseUrl)]),
          why === undefined ? callback : `${callback}: ${why}`,
        ].join('  '),
      ),
      `${countOf(shown.length, 'entry', 'entries')}, in UTC: of each kind the last of a subscription.${more}`,
    ],
    data: shown.map(({ at, what, topic = null, callback, why = null }) => ({
      at: new Date(at).toISOString(),
      ...{ what, topic, callback, why },
    })),
  };
}

async function findHappenings(store: HubStore, now: number): Promise<Happening[]> {
  const found: Happening[] = [];
  const add = (at: number | undefined, happening: Omit<Happening, 'at'>) => {
    if (at !== undefined && at <= now) found.push({ at, ...happening });
  };
  for (const one of await store.listSubscriptions({})) {
    const { topic, callback, subscribedAt, verifiedAt, fault, refusal } = one;
    const pair = { topic, callback };
    add(subscribedAt, { what: 'subscribed', ...pair });
    if (verifiedAt !== subscribedAt) add(verifiedAt, { what: 'renewed', ...pair });
    add(one.refusedAt, {
      what: 'renewal failed',
      ...pair,
      ...(refusal && { why: faultWords(refusal) }),
    });
    add(one.failedAt, {
      what: 'delivery failed',
      ...pair,
      ...(fault && { why: faultWords(fault) }),
    });
    if (isExpired(one, now)) add(one.expiresAt, { what: 'lease ended', ...pair });
  }
  for (const { topic, callback, mode, requestedAt, failedAt, fault } of await store.listRequests(
    {},
  )) {
    add(requestedAt, { what: `asked to ${mode}`, topic, callback });
    const why = fault && { why: faultWords(fault) };
    const what = isExcused(fault) ? 'verification postponed' : 'verification failed';
    add(failedAt, { what, topic, callback, ...why });
  }
  for (const one of await store.listEnded({})) {
    const { topic, callback, subscribedAt, noticeUntil, noticeFault } = one;
    const pair = { topic, callback };
    const why = endWords(one);
    add(one.endedAt, {
      what: subscribedAt === undefined ? 'request refused' : 'ended',
      ...pair,
      why,
    });
    add(one.notifiedAt, { what: 'notified of the end', ...pair });
    if (noticeUntil !== undefined && noticeUntil <= now) {
      const last = noticeFault && { why: faultWords(noticeFault) };
      add(noticeUntil, { what: 'notice given up', ...pair, ...last });
    }
  }
  for (const { host, blockedAt } of await store.listBlocked()) {
    add(blockedAt, { what: 'host blocked', callback: host });
  }
  return found;
}

const REFUSED: Readonly<Record<Refusal, string>> = {
  'client-full': 'their client had its share of the queue',
  'network-full': 'their network had its share of the queue',
  'queue-full': 'the queue was full',
  evicted: 'they gave way to others in a full queue or network',
  crowded: 'too many went to their network for too long',
  blocked: 'their host is blocked',
};

/** How full the queues are, what fails, and what was refused. */
export async function showStatus({ store, now, config, baseUrl }: Hub): Promise<Outcome> {
  const topics = await store.count(now);
  const queue = await store.countQueue(now);
  const blockedHosts = (await store.listBlocked()).length;
  const share = config.hub.maxPendingPerClient;
  return {
    lines: [
      ...topics.map((one) =>
        [
          `${topicName(one.topic, baseUrl)}: ${one.active} active, ${one.expired} expired within a day`,
          `${countOf(one.due, 'delivery', 'deliveries')} due, ${one.failing} failing`,
          `${countOf(one.pendingVerification + one.pendingRemoval, 'request')} to be verified`,
        ].join('; '),
      ),
      describeQueue(queue, share),
      `Notices to be answered: ${queue.notices}`,
      ...describeRefused(queue),
      `Blocked hosts: ${blockedHosts}`,
    ],
    data: {
      topics: topics.map((one) => toJson(one)),
      queue: { ...queue, most: MAX_PENDING, share },
      blockedHosts,
    },
  };
}

function describeQueue(queue: QueueCounts, share: number): string {
  const { waiting, mostOfClient, mostOfNetwork } = queue;
  const shares = `; ${mostOfClient} of the client that has most, ${mostOfNetwork} of the network that has most`;
  const limit = share > 0 ? `, of ${share} each` : '';
  return `Requests to be verified: ${waiting} of ${MAX_PENDING.toLocaleString('en')}${waiting > 0 ? shares + limit : ''}`;
}

function describeRefused({ refused }: QueueCounts): string[] {
  const given = Object.entries(REFUSED).flatMap(([reason, why]) => {
    const count = new Map(Object.entries(refused)).get(reason) ?? 0;
    return count > 0 ? [`  ${count.toLocaleString('en')} as ${why}`] : [];
  });
  return given.length === 0
    ? ['Refused today and yesterday (UTC): nothing']
    : ['Refused today and yesterday (UTC):', ...given];
}
