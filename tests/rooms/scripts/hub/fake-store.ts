import type {
  HubContent,
  HubStore,
  Subscription,
  TopicCounts,
} from '../../../../sidecar/hub/store/hub-store.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const BASE_URL = 'https://reviews.example';
export const CALLBACK = 'https://me.example/push/5b0c1f7e';
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A subscription of ten days ago's beginning, with a day left. */
export function subscription(facts: Partial<Subscription> = {}): Subscription {
  return {
    topic: `${BASE_URL}/feed.xml`,
    callback: CALLBACK,
    host: 'me.example',
    secret: undefined,
    subscribedAt: NOW - 9 * DAY_MS,
    expiresAt: NOW + DAY_MS,
    settled: 3,
    tried: 0,
    attempts: 0,
    failures: 0,
    readyAt: NOW,
    acknowledgedAt: undefined,
    ...facts,
  };
}

const notAsked = async (): Promise<never> => {
  throw new Error('The commands have no use for this.');
};

type Held = Partial<HubContent> & { readonly counts?: readonly TopicCounts[] };

/** A store in memory that can do what the commands need, and nothing else. */
export function createFakeStore({ subscriptions = [], requests = [], topics = [], counts }: Held) {
  let held = [...subscriptions];
  let waiting = [...requests];
  let imported: HubContent | undefined;
  let isClosed = false;
  type Filter = { topic?: string; callback?: string };
  const matches =
    ({ topic, callback }: Filter) =>
    (one: { topic: string; callback: string }) =>
      (topic === undefined || one.topic === topic) &&
      (callback === undefined || one.callback === callback);
  const store: HubStore = {
    isExclusive: true,
    now: async () => NOW,
    count: async () => [...(counts ?? [])],
    listSubscriptions: async (filter) => held.filter(matches(filter)),
    async removeSubscriptions(filter) {
      const isMeant = matches(filter);
      const before = held.length + waiting.length;
      held = held.filter((one) => !isMeant(one));
      waiting = waiting.filter((one) => !isMeant(one));
      return before - held.length - waiting.length;
    },
    exportAll: async () => ({ topics, subscriptions: held, requests: waiting }),
    async importAll(content) {
      imported = content;
      return { added: content.subscriptions.length, kept: 0 };
    },
    async close() {
      isClosed = true;
    },
    releaseClaims: notAsked,
    accept: notAsked,
    claimVerifications: notAsked,
    confirm: notAsked,
    refuse: notAsked,
    postpone: notAsked,
    nextVerificationAt: notAsked,
    announce: notAsked,
    claimDeliveries: notAsked,
    settle: notAsked,
    nextDeliveryAt: notAsked,
    purge: notAsked,
  };
  return {
    store,
    held: () => held,
    imported: () => imported,
    isClosed: () => isClosed,
  };
}
