import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HubStore, Outcome } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Claimed, Row } from '../../../../sidecar/hub/store/rows.ts';
import { runs } from '../../../support/at-length.ts';
import {
  acknowledged,
  announce,
  claim,
  confirmed,
  DAY,
  FAULT,
  failed,
  intent,
  MINUTE,
  NOW,
  request,
  rowsOf,
  STATES,
  settle,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

type State = Row['state'];

const REMOVED = { reason: 'removed', isNotified: true } as const;

/** A store, the time, and the work that is claimed of it. */
class World {
  readonly store: HubStore;
  /** Whether what has failed is tried again before the next version. */
  readonly #isRetried: boolean;
  now = NOW;
  #version = 0;
  #held: readonly { readonly row: Claimed<Row>; readonly until: number }[] = [];

  constructor(store: HubStore, isRetried: boolean) {
    this.store = store;
    this.#isRetried = isRetried;
  }

  announce() {
    this.#version++;
    return announce(this.store, this.#version, this.now);
  }

  /** Claims one row, which has no other claim that is valid. */
  async claim(state: State) {
    const [now, until] = [this.now, this.now + MINUTE];
    const [row] = await claim(this.store, state, { now, until, limit: 1, version: this.#version });
    if (!row) return false;
    const isSame = (one: Claimed<Row>) => one.id === row.id && one.state === state;
    assert.ok(this.#held.every((one) => !isSame(one.row) || one.until <= now));
    this.#held = [...this.#held.filter((one) => !isSame(one.row)), { row, until }];
    return true;
  }

  /** Settles what was claimed first: it succeeds, fails, ends or is released. */
  async settle(how: 'succeeds' | 'fails' | 'ends' | 'is released') {
    const [first, ...others] = this.#held;
    if (!first) return;
    this.#held = others;
    const { row } = first;
    const outcome = this.#outcomeOf(row, how);
    const hasCounted = await settle(this.store, row, outcome);
    if (!hasCounted || outcome.kind !== 'confirmed' || row.state !== 'pending') return;
    const { active } = await this.store.find(intent(row.host));
    assert.equal(active !== undefined, row.mode === 'subscribe');
  }

  #outcomeOf({ state }: Pick<Row, 'state'>, how: string): Outcome {
    const at = this.now;
    if (how === 'is released') return { kind: 'released' };
    if (how === 'succeeds' && state === 'pending') return confirmed(at, at + 2 * DAY);
    if (how === 'succeeds') return state === 'active' ? acknowledged(at) : { kind: 'notified', at };
    if (how === 'fails' || state === 'ended') {
      const isLast = state === 'active' && !this.#isRetried;
      return failed({ at, nextAt: isLast ? undefined : at + MINUTE });
    }
    return { kind: 'ended', at, reason: state === 'pending' ? 'refused' : 'failed', fault: FAULT };
  }

  async restart() {
    await this.store.releaseClaims();
    this.#held = [];
  }

  async check() {
    const rows = await this.store.list();
    const living = rows.filter(({ state }) => state !== 'ended');
    assert.equal(new Set(living.map(({ host, state }) => host + state)).size, living.length);
    for (const row of rows) {
      const isDue = row.nextAt !== undefined;
      if (row.state === 'pending') assert.ok(isDue);
      if (row.state === 'ended' && isDue) assert.match(row.reason, /^(failed|removed)$/);
      // A lease that is over ends with the next sweep.
      if (row.state !== 'active' || row.expiresAt <= this.now) continue;
      const { offered, acknowledged: newest, attempts } = row;
      assert.ok(offered === this.#version && newest <= offered);
      const isGivenUp = !this.#isRetried && attempts > 0;
      assert.equal(isDue, newest < offered && !isGivenUp);
    }
  }

  /** Does all that is due, until nothing is: then every subscription has the newest version. */
  async finish() {
    await this.restart();
    if (!this.#isRetried) await this.announce();
    for (let round = 0; round < 5; round++) {
      for (const state of STATES) while (await this.claim(state)) await this.settle('succeeds');
      this.now += MINUTE;
    }
    await this.store.sweep(this.now - 7 * DAY, this.now);
    await this.check();
    for (const { acknowledged: newest } of await rowsOf(this.store, 'active')) {
      assert.equal(newest, this.#version);
    }
    for (const state of STATES) assert.equal(await this.store.nextAt(state, this.now), undefined);
  }
}

const STEPS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'a subscribes': ({ store, now }) => request(store, 'a.test', {}, now),
  'b subscribes': ({ store, now }) => request(store, 'b.test', {}, now),
  'a leaves': ({ store, now }) => request(store, 'a.test', { mode: 'unsubscribe' }, now),
  'a version is announced': (world) => world.announce(),
  'a verification is claimed': (world) => world.claim('pending'),
  'a delivery is claimed': (world) => world.claim('active'),
  'a notice is claimed': (world) => world.claim('ended'),
  'it succeeds': (world) => world.settle('succeeds'),
  'it fails': (world) => world.settle('fails'),
  'it ends': (world) => world.settle('ends'),
  'it is released': (world) => world.settle('is released'),
  'a minute passes': async (world) => (world.now += MINUTE),
  'most of a day passes': async (world) => (world.now += 0.9 * DAY),
  'a sweep': ({ store, now }) => store.sweep(now - 7 * DAY, now),
  'a is removed': ({ store, now }) => store.end({ host: 'a.test' }, REMOVED, now),
  'a restart': (world) => world.restart(),
};
const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { size: 'max', maxLength: 80 });

/** What holds after whatever happens. */
export function testSequences(test: Rule): void {
  test('whatever happens in whatever order, no subscription is doubled and nothing due is lost', async ({
    store,
    run,
  }) => {
    const property = fc.asyncProperty(steps, fc.boolean(), async (sequence, isRetried) => {
      for (const table of ['subscriptions', 'topics', 'versions']) {
        await run(`DELETE FROM testimony_${table}`);
      }
      const world = new World(store, isRetried);
      await world.announce();
      for (const step of sequence) {
        await STEPS[step]?.(world);
        await world.check();
      }
      await world.finish();
    });
    await fc.assert(property, { numRuns: runs(400) });
  });
}
