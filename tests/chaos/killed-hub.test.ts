import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../scripts/generate/random.ts';
import { atLength } from '../support/at-length.ts';
import type { Call } from '../support/call-faults.ts';
import type { Service } from '../support/service.ts';
import { startSubscriber } from '../support/subscriber.ts';
import { waitUntil } from '../support/wait-until.ts';
import { requestOfHub } from '../support/websub-hub.ts';
import { describeCall, pickCalls, SEED } from './call-plan.ts';
import { HubTrial, type SubscriptionOnTrial } from './hub-trial.ts';
import { deployHub } from './hub-under-test.ts';

const SUBSCRIPTIONS = 12;

/** In each round each action is killed at some of its calls; all rounds see every kind. */
const ROUNDS = atLength(8, 1);
const CALLS = { subscribe: 5, unsubscribe: 5, edit: 6, start: 3 } as const;
const ACTIONS = ['subscribe', 'unsubscribe', 'edit', 'start'] as const;
/** A call that was made once need not be made again; the process is killed all the same. */
const UNREACHED_MS = 15_000;

type Action = (typeof ACTIONS)[number];
type Mode = 'subscribe' | 'unsubscribe';

test('a hub that is killed keeps whom it has, and they all get the newest', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const random = createRandom(SEED);
  const hub = deployHub(t, process.env.DATABASE_URL);
  const trial = new HubTrial(await startSubscriber(t), SUBSCRIPTIONS);
  let edition = 1;
  const killed = { atCalls: 0, late: 0 };
  let service = await hub.start();
  await hub.recover(service.url, edition);
  await refill();

  const traces = new Map<Action, readonly Call[]>();
  for (const action of ACTIONS) traces.set(action, await trace(action));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [action, calls] of traces) {
      const some = { count: CALLS[action], round, rounds: ROUNDS };
      for (const at of pickCalls(calls, some, random)) await kill(action, at);
    }
  }
  t.diagnostic(
    `killed ${killed.atCalls} times at a call, ${killed.late} times where it was not made`,
  );
  assert.ok(killed.atCalls > 0);

  /** The calls by which the hub does something. */
  async function trace(action: Action): Promise<Call[]> {
    await refill();
    if (action === 'start') await endIdle();
    hub.faults.trace();
    if (action === 'start') {
      service = await hub.start();
    } else if (action === 'edit') {
      hub.edit(++edition);
    } else {
      for (const one of choose(action, 1)) await send(one, action);
    }
    trial.judge(await hub.recover(service.url, edition));
    return hub.faults.readTrace().filter(({ thread }) => thread === 'hub');
  }

  async function kill(action: Action, at: Call): Promise<void> {
    await t.test(`${action}, killed ${describeCall(at)}`, async () => {
      await refill();
      const unanswered = await act(action, at);
      const remains = await hub.readRemains();
      // What was stored must happen, also where no answer came.
      for (const one of unanswered) {
        const isStored = remains.some(
          (row) => row.state === 'pending' && row.callback === one.callback,
        );
        if (isStored) one.isActive = action === 'subscribe';
      }
      trial.receive();
      service = await hub.start();
      trial.judge(await hub.recover(service.url, edition), remains);
    });
  }

  /** Does something, and kills the process in the middle of it. Returns what was not answered. */
  async function act(action: Action, at: Call): Promise<SubscriptionOnTrial[]> {
    if (action === 'start') await endIdle();
    hub.faults.killAt(at);
    if (action === 'subscribe' || action === 'unsubscribe') {
      const sent = choose(action, 1).map((one) => send(one, action));
      await die(service);
      return (await Promise.all(sent)).flat();
    }
    hub.edit(++edition);
    await die(action === 'start' ? await hub.begin() : service);
    return [];
  }

  /** Kills a process that has nothing to do. */
  async function endIdle(): Promise<void> {
    service.process.kill('SIGKILL');
    await service.closed;
  }

  /** Subscribes some where fewer than half are subscribed: else there is ever less to do. */
  async function refill(): Promise<void> {
    const missing = SUBSCRIPTIONS / 2 - trial.subscriptions.filter((one) => one.isActive).length;
    if (missing <= 0) return;
    for (const one of choose('subscribe', missing)) await send(one, 'subscribe');
    trial.judge(await hub.recover(service.url, edition));
  }

  async function die(dying: Omit<Service, 'url'>): Promise<void> {
    const { process, closed, complaint } = dying;
    const late = setTimeout(() => process.kill('SIGKILL'), UNREACHED_MS);
    await waitUntil('its end', () => process.signalCode ?? process.exitCode);
    clearTimeout(late);
    await closed;
    assert.equal(process.signalCode, 'SIGKILL', await complaint);
    killed[hub.faults.wasKilled() ? 'atCalls' : 'late']++;
    hub.faults.clear();
  }

  /** Those of which something is to be asked; some that it changes, if there are any. */
  function choose(mode: Mode, most: number): SubscriptionOnTrial[] {
    const all = trial.subscriptions;
    const wanted = all.filter(({ isActive }) => isActive === (mode === 'unsubscribe'));
    const some = wanted.length > 0 ? wanted : all;
    const order = new Map(some.map((one) => [one, random.next()]));
    return some.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).slice(0, most);
  }

  /** Asks for something. Returns the subscription where no answer came. */
  async function send(one: SubscriptionOnTrial, mode: Mode): Promise<SubscriptionOnTrial[]> {
    const isActive = mode === 'subscribe';
    if (one.isActive !== isActive) one.isActive = undefined;
    const answer = await requestOfHub(service.url, { ...one, mode }).catch(() => undefined);
    if (!answer) return [one];
    assert.equal(answer.status, 202);
    one.isActive = isActive;
    return [];
  }
});
