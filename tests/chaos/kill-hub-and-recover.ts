import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { createRandom } from '../../scripts/generate/random.ts';
import { atLength } from '../support/at-length.ts';
import type { Call } from '../support/call-faults.ts';
import type { Service } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type HubRequest, requestOfHub } from '../support/websub-hub.ts';
import { describeMoment, type Moment, pickCalls, SEED } from './call-plan.ts';
import { type SubscriptionOnTrial, startTrial } from './hub-trial.ts';
import { deployHub } from './hub-under-test.ts';

const SUBSCRIPTIONS = 12;
/** Requests that are in flight together. */
const AT_ONCE = 3;

/** Kills at random moments, on both stores together. */
const RUNS = atLength(200, 3);
/** For each round of them, each action is killed at some of its calls; all rounds see every kind. */
const RUNS_A_ROUND = 50;
const CALLS = { subscribe: 5, unsubscribe: 5, edit: 6, start: 3 } as const;
/** About as long as each action takes. */
const MOST_MS = { subscribe: 80, unsubscribe: 60, edit: 450, start: 1_000 } as const;
/** Most of the time is spent with changes. */
const AT_RANDOM = ['edit', 'subscribe', 'edit', 'unsubscribe', 'start'] as const;
/** A call that was made once need not be made again; the process is killed all the same. */
const UNREACHED_MS = 15_000;

type Action = keyof typeof CALLS;
type Mode = 'subscribe' | 'unsubscribe';
type Sent = { readonly one: SubscriptionOnTrial; readonly request: HubRequest };

/** Tests a hub that is killed, at the calls that it makes and at any moment. */
export function testKilledHub(
  store: string,
  seed: number,
  createDatabase: () => Promise<string | undefined>,
): void {
  suite(`a hub on ${store} that is killed keeps whom it has, and they all get the newest`, {
    concurrency: true,
  }, () => {
    for (const when of ['at calls', 'at random'] as const) {
      test(when, { timeout: 15 * 60_000 }, async (t) => {
        t.diagnostic(`CHAOS_SEED=${SEED}`);
        await killHubAndRecover(t, await createDatabase(), seed, when);
      });
    }
  });
}

/** Kills a hub again and again on the same store, and holds each that follows to its promises. */
async function killHubAndRecover(
  t: TestContext,
  databaseUrl: string | undefined,
  seed: number,
  when: 'at calls' | 'at random',
): Promise<void> {
  const random = createRandom(seed);
  const hub = deployHub(t, databaseUrl);
  const trial = await startTrial(t, SUBSCRIPTIONS);
  let edition = 1;
  let secrets = 0;
  const killed = { atCalls: 0, late: 0 };
  let service = await hub.start();
  await hub.recover(service.url, edition);
  await refill();

  if (when === 'at random') {
    for (let run = 0; run < Math.ceil(RUNS / 2); run++) {
      const action = AT_RANDOM[run % AT_RANDOM.length] ?? 'edit';
      await kill(action, random.integer(0, MOST_MS[action]));
    }
    return;
  }
  const traces = new Map<Action, readonly Call[]>();
  for (const action of ['subscribe', 'unsubscribe', 'edit', 'start'] as const) {
    traces.set(action, await trace(action));
  }
  const rounds = Math.max(1, Math.floor(RUNS / RUNS_A_ROUND));
  for (let round = 0; round < rounds; round++) {
    for (const [action, calls] of traces) {
      const some = { count: CALLS[action], round, rounds };
      for (const at of pickCalls(calls, some, random)) await kill(action, at);
    }
  }
  assert.ok(killed.late <= killed.atCalls / 2, `most calls are reached: ${JSON.stringify(killed)}`);

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

  async function kill(action: Action, at: Moment): Promise<void> {
    await t.test(`${action}, killed ${describeMoment(at)}`, async () => {
      await refill();
      const unanswered = await act(action, at);
      const remains = await hub.readRemains();
      // What was stored must happen, also where no answer came.
      for (const { one, request } of unanswered) {
        const isStored = remains.requests.some(({ callback }) => callback === one.callback);
        if (isStored) one.endRequest(request);
      }
      trial.receive();
      service = await hub.start();
      trial.judge(await hub.recover(service.url, edition), remains);
    });
  }

  /** Does something, and kills the process in the middle of it. Returns what was not answered. */
  async function act(action: Action, at: Moment): Promise<Sent[]> {
    if (action === 'start') await endIdle();
    if (typeof at === 'object') hub.faults.killAt(at);
    if (action === 'subscribe' || action === 'unsubscribe') {
      const chosen = choose(action, typeof at === 'object' ? 1 : AT_ONCE);
      const [, ...sent] = await Promise.all([
        die(service, at),
        ...chosen.map((one) => send(one, action)),
      ]);
      return sent.flat();
    }
    hub.edit(++edition);
    await die(action === 'start' ? await hub.begin() : service, at);
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

  async function die(dying: Omit<Service, 'url'>, at: Moment): Promise<void> {
    const { process, closed, complaint } = dying;
    const ms = typeof at === 'number' ? at : UNREACHED_MS;
    const late = setTimeout(() => process.kill('SIGKILL'), ms);
    await waitUntil('its end', () => process.signalCode ?? process.exitCode);
    clearTimeout(late);
    await closed;
    assert.equal(process.signalCode, 'SIGKILL', await complaint);
    if (typeof at === 'object') killed[hub.faults.wasKilled() ? 'atCalls' : 'late']++;
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

  /** Asks for something. Returns it where no answer came. */
  async function send(one: SubscriptionOnTrial, mode: Mode): Promise<Sent[]> {
    const request = one.beginRequest(mode, `secret-${secrets++}`);
    const answer = await requestOfHub(service.url, request).catch(() => undefined);
    if (!answer) return [{ one, request }];
    assert.equal(answer.status, 202);
    one.endRequest(request);
    return [];
  }
}
