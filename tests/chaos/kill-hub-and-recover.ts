import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { createRandom } from '../../scripts/generate/random.ts';
import { requestOfHub } from '../support/hub-requests.ts';
import type { Service } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startTrial } from './hub-trial.ts';
import { deployHub } from './hub-under-test.ts';
import type { HubKill } from './plan-hub-kills.ts';
import type { SubscriptionOnTrial } from './subscription-on-trial.ts';

const SUBSCRIPTIONS = 12;
/** Requests that are under way together. */
const AT_ONCE = 3;

type Mode = 'subscribe' | 'unsubscribe';
type Settings = { readonly databaseUrl: string | undefined; readonly seed: number };
type Dying = Omit<Service, 'url'>;

/** Kills a hub again and again on the same store, and holds each that follows to its promises. */
export async function killHubAndRecover(
  t: TestContext,
  { databaseUrl, seed }: Settings,
  kills: readonly HubKill[],
): Promise<void> {
  const random = createRandom(seed);
  const hub = deployHub(t, databaseUrl);
  const trial = await startTrial(t, SUBSCRIPTIONS);
  let edition = 1;
  let secrets = 0;
  let service = await hub.start();
  await hub.recover(service.url, edition);
  for (const one of trial.subscriptions.slice(0, SUBSCRIPTIONS / 2)) await send(one, 'subscribe');
  trial.judge(await hub.recover(service.url, edition));

  for (const kill of kills) {
    const { action, at } = kill;
    const moment = typeof at === 'number' ? `${at} ms after its beginning` : `at "${at}"`;
    await t.test(`${action}, killed ${moment}`, async () => {
      await act(kill);
      const remains = await hub.readRemains();
      trial.receive();
      service = await hub.start();
      trial.judge(await hub.recover(service.url, edition), remains);
    });
  }

  /** Does something, and kills the process in the middle of it. */
  async function act({ action, at }: HubKill): Promise<void> {
    if (typeof at === 'string') hub.dieAt(`hub-${at}`);
    if (action === 'subscribe' || action === 'unsubscribe') {
      // At whatever stage it dies, the one request is stored.
      const isStored = typeof at === 'string';
      const requests = choose(action, isStored ? 1 : AT_ONCE).map((one) => {
        return send(one, action, isStored);
      });
      await Promise.all([die(service, at), ...requests]);
      return;
    }
    edition++;
    if (action === 'start') {
      service.process.kill('SIGKILL');
      await service.closed;
    }
    hub.edit(edition);
    await die(action === 'start' ? await hub.begin() : service, at);
  }

  async function die({ process, closed, complaint }: Dying, at: HubKill['at']): Promise<void> {
    if (typeof at === 'number') {
      await elapse(at);
      process.kill('SIGKILL');
    }
    await waitUntil('its end', () => process.signalCode ?? process.exitCode);
    await closed;
    assert.equal(process.signalCode, 'SIGKILL', await complaint);
    assert.ok(typeof at === 'number' || hub.hasReached(), 'the stage was reached');
  }

  /** Those of which something is to be asked; some that it changes, if there are any. */
  function choose(mode: Mode, most: number): SubscriptionOnTrial[] {
    const all = trial.subscriptions;
    const wanted = all.filter(({ isActive }) => isActive === (mode === 'unsubscribe'));
    const some = wanted.length > 0 ? wanted : all;
    return [...new Set(Array.from({ length: most }, () => random.pick(some)))];
  }

  /** Asks for something. What was stored must happen, also where no answer came. */
  async function send(one: SubscriptionOnTrial, mode: Mode, isStored = false): Promise<void> {
    const request = one.beginRequest(mode, `secret-${secrets++}`);
    const answer = await requestOfHub(service.url, request).catch(() => undefined);
    if (answer) assert.equal(answer.status, 202);
    if (answer || isStored) one.endRequest(request);
  }
}
