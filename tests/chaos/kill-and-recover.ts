import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import type { Stage } from '../../sidecar/publish/messages.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertRecovered } from './assert-recovered.ts';
import { createDeployment, type Editions } from './deployment.ts';
import { readUntilKilled } from './read-until-killed.ts';

/** When a process is killed: at a stage, or so many milliseconds after an edit. */
export type Kill = {
  readonly at: Stage | number;
  /** Whether the edit was made while no process ran, so that a start is what is killed. */
  readonly isStarting: boolean;
};

/** Kills one process after the other on the same folders, and holds each that follows to account. */
export async function killAndRecover(
  t: TestContext,
  editions: Editions,
  kills: readonly Kill[],
): Promise<void> {
  const deployment = createDeployment(t, editions);
  let edition = 1;
  deployment.edit(edition);
  let service = await deployment.start();
  await service.logged('serving');
  let ordinal = await assertRecovered(service, deployment, edition);

  for (const kill of kills) {
    await t.test(`killed ${describe(kill)}`, async () => {
      edition = editions.next(edition, kill.at);
      await die(kill);
      service = await deployment.start();
      const now = await assertRecovered(service, deployment, edition);
      assert.ok(now > ordinal, 'ordinals never go back');
      ordinal = now;
    });
  }

  /** Edits the content and has the process that publishes it die. */
  async function die({ at, isStarting }: Kill): Promise<void> {
    if (isStarting) assert.equal(await service.stop(), 0);
    if (typeof at === 'string') deployment.dieAt(at);
    deployment.edit(edition);
    const dying = isStarting ? await deployment.begin() : service;
    const reading = isStarting ? undefined : readUntilKilled(service.url, deployment, edition);
    if (typeof at === 'number') {
      await elapse(at);
      dying.process.kill('SIGKILL');
    }
    const { process } = dying;
    await waitUntil('its end', () => process.signalCode ?? process.exitCode);
    await Promise.all([dying.closed, reading]);
    assert.equal(process.signalCode, 'SIGKILL', await dying.complaint);
    assert.ok(typeof at === 'number' || deployment.hasReached(), 'the stage was reached');
  }
}

function describe({ at, isStarting }: Kill): string {
  const moment = typeof at === 'number' ? `${at} ms after an edit` : `at the stage "${at}"`;
  return isStarting ? `${moment}, while it starts` : moment;
}
