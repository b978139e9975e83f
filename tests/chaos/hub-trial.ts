import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { HubContent } from '../../sidecar/hub/store/hub-store.ts';
import { BASE_URL } from '../support/release.ts';
import { editionsIn } from '../support/sample-content.ts';
import { isPost, type Received, type Subscriber } from '../support/subscriber.ts';
import type { HubRequest, TopicPath } from '../support/websub-hub.ts';
import { TOPIC_PATHS } from '../support/websub-hub.ts';

/** A hub that has nothing left to do. */
export type Recovered = {
  readonly edition: number;
  /** What it serves of each topic. */
  readonly bodies: ReadonlyMap<string, Buffer>;
  readonly content: HubContent;
};

/** Subscribers of all topics, and whether a hub does right by them, whatever happens to it. */
export class HubTrial {
  readonly subscriptions: readonly SubscriptionOnTrial[];
  readonly #subscriber: Subscriber;
  readonly #byPath: ReadonlyMap<string, SubscriptionOnTrial>;
  #seen = 0;

  constructor(subscriber: Subscriber, count: number) {
    this.#subscriber = subscriber;
    this.subscriptions = Array.from({ length: count }, (_, index) => {
      const topic = TOPIC_PATHS[index % TOPIC_PATHS.length] ?? '/reviews.json';
      return new SubscriptionOnTrial(subscriber.callback(`/${index}`), topic);
    });
    this.#byPath = new Map(this.subscriptions.map((one) => [pathOf(one.callback), one]));
  }

  /** Judges the notifications that came since the last call. Returns how many, by callback. */
  receive(): ReadonlyMap<string, number> {
    const { received } = this.#subscriber;
    const news = received.slice(this.#seen).filter(isPost);
    this.#seen = received.length;
    const times = new Map<string, number>();
    for (const notification of news) {
      const subscription = this.#byPath.get(notification.url);
      assert.ok(subscription, `nobody has ${notification.url}`);
      subscription.receive(notification);
      const { callback } = subscription;
      times.set(callback, (times.get(callback) ?? 0) + 1);
    }
    return times;
  }

  /** Judges who is subscribed and has what; `remains` is what the process before has left. */
  judge({ edition, bodies, content }: Recovered, remains?: HubContent): void {
    const times = this.receive();
    assert.deepEqual(content.requests, []);
    const active = new Map(content.subscriptions.map((one) => [one.callback, one]));
    for (const subscription of this.subscriptions) {
      const kept = active.get(subscription.callback);
      subscription.judgeState(kept !== undefined, edition);
      if (!kept) continue;
      assert.equal(kept.topic, BASE_URL + subscription.topic);
      assert.equal(kept.failures + kept.attempts, 0, 'nobody is to blame');
      const newest = bodies.get(kept.topic) ?? Buffer.of();
      const hasNewest = subscription.body.equals(newest);
      assert.ok(hasNewest || subscription.since === edition, `${kept.callback} has the newest`);
    }
    if (remains) assertNoRepeats(content, remains, times);
  }
}

/** Whose acknowledgement was recorded got nothing since, all others one notification. */
function assertNoRepeats(
  { topics, subscriptions }: HubContent,
  remains: HubContent,
  times: ReadonlyMap<string, number>,
): void {
  const newest = new Map(topics.map(({ topic, sequence }) => [topic, sequence]));
  const active = new Set(subscriptions.map(({ callback }) => callback));
  for (const { topic, callback, acknowledged } of remains.subscriptions) {
    const hadIt = acknowledged === newest.get(topic);
    const count = times.get(callback) ?? 0;
    if (hadIt) assert.equal(count, 0, `${callback} had it, and got it again`);
    // One that has unsubscribed since may have got it or not.
    else if (active.has(callback)) assert.equal(count, 1, `${callback} lacked it`);
  }
}

function pathOf(callback: string): string {
  return new URL(callback).pathname;
}

/** At most so often one version comes to one subscriber: twice where a process died meanwhile. */
const MOST_TIMES = 2;

/** A pair of callback and topic, with what was asked for it and what came. */
export class SubscriptionOnTrial {
  readonly callback: string;
  readonly topic: TopicPath;
  /** Whether it is there; undefined where a request to change that was never answered. */
  isActive: boolean | undefined = false;
  /** The edition from which on it was there: all later ones are to come. */
  since = 0;
  /** What came last. */
  body: Buffer = Buffer.of();
  #secrets: readonly string[] = [];
  #edition = 0;
  #times = 0;

  constructor(callback: string, topic: TopicPath) {
    this.callback = callback;
    this.topic = topic;
  }

  /** Something is about to be asked for. Returns the request. */
  beginRequest(mode: 'subscribe' | 'unsubscribe', secret: string): HubRequest {
    const isSubscribe = mode === 'subscribe';
    if (this.isActive !== isSubscribe) this.isActive = undefined;
    if (isSubscribe) this.#secrets = [...this.#secrets, secret];
    const { topic, callback } = this;
    return { mode, topic, callback, ...(isSubscribe && { secret }) };
  }

  /** It was stored: from here on it must happen. */
  endRequest({ mode, secret }: HubRequest): void {
    this.isActive = mode === 'subscribe';
    if (secret !== undefined) this.#secrets = [secret];
  }

  /** The store is asked what became of it, with an edition that was announced before. */
  judgeState(isActive: boolean, edition: number): void {
    const expected = this.isActive ?? isActive;
    assert.equal(isActive, expected, `${this.callback} is ${isActive ? '' : 'not '}subscribed`);
    if (!isActive) this.since = 0;
    else if (this.since === 0) this.since = edition;
    this.isActive = isActive;
  }

  /** A notification came. */
  receive({ headers, body }: Received): void {
    const signatures = this.#secrets.map((secret) => {
      return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    });
    const [edition = 0, ...others] = editionsIn(body.toString());
    const what = `edition ${edition} for ${this.callback}, which has ${this.#edition}`;
    assert.ok(signatures.includes(String(headers['x-hub-signature'])), `the signature of ${what}`);
    assert.deepEqual(others, [], what);
    assert.ok(edition >= this.#edition, `back to ${what}`);
    this.#times = edition === this.#edition ? this.#times + 1 : 1;
    assert.ok(this.#times <= MOST_TIMES, `${this.#times} times ${what}`);
    this.#edition = edition;
    this.body = body;
  }
}
