import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { HubRequest, TopicPath } from '../support/hub-requests.ts';
import { editionsIn } from '../support/numbered-content.ts';
import type { Received } from '../support/subscriber.ts';

/** At most so often one version comes to one subscriber: twice where a process died meanwhile. */
const MOST_TIMES = 2;

/** A pair of callback and topic, with what was asked for it and what came. */
export class SubscriptionOnTrial {
  readonly callback: string;
  readonly topic: TopicPath;
  #isActive: boolean | undefined = false;
  #secrets: readonly string[] = [];
  #since = 0;
  #edition = 0;
  #times = 0;
  #body: Buffer = Buffer.of();

  constructor(callback: string, topic: TopicPath) {
    this.callback = callback;
    this.topic = topic;
  }

  /** Whether it is there; undefined where a request to change that was never answered. */
  get isActive(): boolean | undefined {
    return this.#isActive;
  }

  /** The edition from which on it was there: all later ones are to come. */
  get since(): number {
    return this.#since;
  }

  /** What came last. */
  get body(): Buffer {
    return this.#body;
  }

  /** Something is about to be asked for. Returns the request. */
  beginRequest(mode: 'subscribe' | 'unsubscribe', secret: string): HubRequest {
    const isSubscribe = mode === 'subscribe';
    if (this.#isActive !== isSubscribe) this.#isActive = undefined;
    if (isSubscribe) this.#secrets = [...this.#secrets, secret];
    const { topic, callback } = this;
    return { mode, topic, callback, ...(isSubscribe && { secret }) };
  }

  /** It was stored: from here on it must happen. */
  endRequest({ mode, secret }: HubRequest): void {
    this.#isActive = mode === 'subscribe';
    if (secret !== undefined) this.#secrets = [secret];
  }

  /** The store is asked what became of it, with an edition that was announced before. */
  judgeState(isActive: boolean, edition: number): void {
    const expected = this.#isActive ?? isActive;
    assert.equal(isActive, expected, `${this.callback} is ${isActive ? '' : 'not '}subscribed`);
    if (!isActive) this.#since = 0;
    else if (this.#since === 0) this.#since = edition;
    this.#isActive = isActive;
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
    this.#body = body;
  }
}
