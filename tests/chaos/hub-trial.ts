import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Row } from '../../sidecar/hub/store/rows.ts';
import { editionsIn } from '../support/sample-content.ts';
import { isPost, type Subscriber } from '../support/subscriber.ts';
import { TOPIC_PATHS, type TopicPath } from '../support/websub-hub.ts';

/** A hub that has nothing left to do. */
export type Recovered = {
  /** What it serves of each topic. */
  readonly bodies: ReadonlyMap<string, Buffer>;
  /** What its store holds. */
  readonly rows: readonly Row[];
};

/** A pair of callback and topic, with what was asked for it and what came last. */
export type SubscriptionOnTrial = {
  readonly callback: string;
  readonly topic: TopicPath;
  readonly secret: string;
  /** Whether it is there; undefined where a request to change that was never answered. */
  isActive: boolean | undefined;
  edition: number;
  body: Buffer;
};

const activeOf = (rows: readonly Row[]) => rows.filter((row) => row.state === 'active');

/** Subscribers of all topics, and whether a hub does right by them, whatever happens to it. */
export class HubTrial {
  readonly subscriptions: readonly SubscriptionOnTrial[];
  readonly #subscriber: Subscriber;
  #seen = 0;

  constructor(subscriber: Subscriber, count: number) {
    this.#subscriber = subscriber;
    this.subscriptions = Array.from({ length: count }, (_, index) => ({
      callback: subscriber.callback(`/${index}`),
      topic: TOPIC_PATHS[index % TOPIC_PATHS.length] ?? '/reviews.json',
      secret: `secret of ${index}`,
      ...{ isActive: false, edition: 0, body: Buffer.of() },
    }));
  }

  /** Judges the notifications that came since the last call. Returns how many, by callback. */
  receive(): ReadonlyMap<string, number> {
    const { received } = this.#subscriber;
    const news = received.slice(this.#seen).filter(isPost);
    this.#seen = received.length;
    const times = new Map<string, number>();
    for (const { url, headers, body } of news) {
      const one = this.subscriptions.find(({ callback }) => callback.endsWith(url));
      assert.ok(one, `nobody has ${url}`);
      const [edition = 0, ...others] = editionsIn(body.toString());
      const what = `edition ${edition} for ${one.callback}, which has ${one.edition}`;
      const hmac = createHmac('sha256', one.secret).update(body).digest('hex');
      assert.equal(headers['x-hub-signature'], `sha256=${hmac}`, what);
      assert.deepEqual(others, [], what);
      assert.ok(edition >= one.edition, `back to ${what}`);
      one.edition = edition;
      one.body = body;
      times.set(one.callback, (times.get(one.callback) ?? 0) + 1);
    }
    return times;
  }

  /** Judges who is subscribed and has what; `remains` is what the process before has left. */
  judge({ bodies, rows }: Recovered, remains: readonly Row[] = []): void {
    const times = this.receive();
    assert.ok(rows.every(({ state }) => state !== 'pending'));
    for (const one of this.subscriptions) {
      const { callback } = one;
      const kept = activeOf(rows).find((row) => row.callback === callback);
      one.isActive ??= kept !== undefined;
      assert.equal(kept !== undefined, one.isActive, `whether ${callback} is subscribed`);
      if (!kept) continue;
      assert.equal(kept.failures + kept.attempts, 0, 'nobody is to blame');
      assert.equal(kept.acknowledged, kept.offered);
      // Until the first edition after its request nothing comes.
      const newest = kept.acknowledgedAt === undefined ? one.body : bodies.get(kept.topic);
      assert.ok(newest && one.body.equals(newest), `${callback} has the newest`);
      const before = activeOf(remains).find(({ id }) => id === kept.id);
      // Whose acknowledgement was recorded got nothing since, all others one notification.
      const lacked = before && before.acknowledged < kept.offered ? 1 : 0;
      if (before) assert.equal(times.get(callback) ?? 0, lacked, callback);
    }
  }
}
