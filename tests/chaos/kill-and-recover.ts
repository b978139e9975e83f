import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import type { Stage } from '../../sidecar/rebuild/messages.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertRecovered } from './assert-recovered.ts';
import { createDeployment, type Editions, type Pages } from './deployment.ts';

/** When a process is killed: at a stage, or so many milliseconds after an edit. */
export type Kill = {
  readonly at: Stage | number;
  /** Whether the edit was made while no process ran, so that a start is what is killed. */
  readonly isStarting: boolean;
};

/** A page build of Astro is a matter of seconds; one in so many rounds waits for it. */
const REAL_PAGES_EVERY = 5;

/** Kills one process after the other on the same folders, and holds each that follows to account. */
export async function killAndRecover(
  t: TestContext,
  editions: Editions,
  kills: readonly Kill[],
): Promise<void> {
  const deployment = createDeployment(t, editions);
  let edition = 1;
  deployment.edit(edition);
  let service = await deployment.start('tiny');
  await service.logged('serving');
  let ordinal = await assertRecovered(service, deployment, edition);

  for (const [round, kill] of kills.entries()) {
    const pages = round % REAL_PAGES_EVERY === 0 ? 'real' : 'tiny';
    await t.test(`killed ${describe(kill)}, ${pages} pages`, async () => {
      edition = editions.next(edition, kill.at);
      await die(kill, pages);
      service = await deployment.start(pages);
      const now = await assertRecovered(service, deployment, edition);
      assert.ok(now > ordinal, 'ordinals never go back');
      ordinal = now;
    });
  }

  /** Edits the content and has the process that publishes it die. */
  async function die({ at, isStarting }: Kill, pages: Pages): Promise<void> {
    if (isStarting) assert.equal(await service.stop(), 0);
    if (typeof at === 'string') deployment.dieAt(at);
    deployment.edit(edition);
    const dying = isStarting ? await deployment.begin(pages) : service;
    if (typeof at === 'number') {
      await elapse(at);
      dying.process.kill('SIGKILL');
    }
    const { process } = dying;
    await waitUntil('its end', () => process.signalCode ?? process.exitCode);
    await dying.closed;
    assert.equal(process.signalCode, 'SIGKILL', await dying.complaint);
    assert.ok(typeof at === 'number' || deployment.hasReached(), 'the stage was reached');
    const isAlone = () => deployment.pageBuilds().length === 0;
    await waitUntil('no page build outlives it', isAlone);
  }
}

function describe({ at, isStarting }: Kill): string {
  const moment = typeof at === 'number' ? `${at} ms after an edit` : `at the stage "${at}"`;
  return isStarting ? `${moment}, while it starts` : moment;
}
