import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { createRandom } from '../../scripts/generate/random.ts';
import { Mirror } from '../journeys/publish/mirror.ts';
import { Reader } from '../journeys/publish/reader.ts';
import { ask } from '../support/ask.ts';
import { atLength } from '../support/at-length.ts';
import type { Call } from '../support/call-faults.ts';
import { editionsIn } from '../support/sample-content.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertRecovered } from './assert-recovered.ts';
import { describeCall, pickCalls, SEED } from './call-plan.ts';
import { createDeployment, type Deployment, type Editions } from './deployment.ts';

/** Kills at random moments; for ten of these, one more at each stage. */
const RUNS = atLength(50, 3);
const RUNS_A_STAGE = 10;
/** With the stages of a rebuild, so many of all calls that an edit makes, and that a start makes. */
const PICKED = 4;
/** A process takes about as long before it begins with a rebuild. */
const START_MS = 1_000;
/** After a release, what follows it has this long. */
const FOLLOW_MS = 1_500;
/** A call that another rebuild makes need not be made by this one; it is killed all the same. */
const UNREACHED_MS = 15_000;
const PATIENCE_MS = 60_000;

/** A process is killed at a call, or so many milliseconds after its beginning. */
type Moment = Call | number;

type Rebuild = {
  readonly editions: Editions;
  /** How long one takes, from the edit on. */
  readonly ms: number;
  /** The calls at which it is always killed. */
  readonly stages: readonly Call[];
  /** The part of the random kills that are its. */
  readonly part: number;
};

/**
 * Kills one process after the other on the same folders, and holds each that follows to account: at
 * each stage, at some of all the calls that an edit and a start make, and at random moments.
 */
export async function killAndRecover(
  t: TestContext,
  { editions, ms, stages, part }: Rebuild,
): Promise<void> {
  const random = createRandom(SEED);
  const deployment = createDeployment(t, editions);
  let edition = 1;
  deployment.edit(edition);
  let service = await deployment.start();
  await service.logged('serving');
  let ordinal = await assertRecovered(service, deployment, edition);
  const mirror = new Mirror();
  await mirror.begin(service.url);
  const traces = { edit: await trace(false), start: await trace(true) };

  const rounds = Math.ceil(RUNS / RUNS_A_STAGE);
  for (let round = 0; round < rounds; round++) {
    for (const [index, at] of stages.entries()) await kill(at, (round + index) % 2 === 1);
    const some = { count: PICKED, round, rounds };
    for (const at of pickCalls(traces.edit, some, random)) await kill(at, false);
    for (const at of pickCalls(traces.start, some, random)) await kill(at, true);
  }
  for (let run = 0; run < Math.ceil(RUNS * part); run++) {
    const isStarting = run % 2 === 0;
    await kill(random.integer(0, isStarting ? ms + START_MS : ms), isStarting);
  }

  /** The calls that a rebuild makes: of an edit, or of a start after one. */
  async function trace(isStarting: boolean): Promise<Call[]> {
    if (isStarting) assert.equal(await service.stop(), 0);
    edition = editions.next(edition, true);
    deployment.faults.trace();
    deployment.edit(edition);
    if (isStarting) service = await deployment.start();
    await waitUntil(`edition ${edition}`, async () => {
      return editionsIn((await ask(service.url, '/reviews.json')).text).includes(edition);
    });
    await elapse(FOLLOW_MS);
    return deployment.faults.readTrace();
  }

  async function kill(at: Moment, isStarting: boolean): Promise<void> {
    const moment = typeof at === 'number' ? `${at} ms after its beginning` : describeCall(at);
    await t.test(`killed ${moment}${isStarting ? ', while it starts' : ''}`, async () => {
      edition = editions.next(edition, typeof at === 'object');
      await die(at, isStarting);
      service = await deployment.start();
      const now = await assertRecovered(service, deployment, edition);
      assert.ok(now > ordinal, 'ordinals never go back');
      ordinal = now;
      assert.equal(await mirror.follow(service.url), 200);
      await mirror.assertEqual(service.url);
    });
  }

  /** Edits the content and has the process that publishes it die. */
  async function die(at: Moment, isStarting: boolean): Promise<void> {
    const { faults } = deployment;
    if (isStarting) assert.equal(await service.stop(), 0);
    if (typeof at === 'object') faults.killAt(at);
    deployment.edit(edition);
    const dying = isStarting ? await deployment.begin() : service;
    const reading = isStarting ? undefined : readUntilKilled(service.url, deployment, edition);
    const { process, closed, complaint } = dying;
    // One that is picked may be of more reviews than this edition has; stages are always there.
    const mustReach = typeof at === 'object' && stages.includes(at);
    const ms = typeof at === 'number' ? at : UNREACHED_MS;
    const late = setTimeout(() => process.kill('SIGKILL'), mustReach ? PATIENCE_MS : ms);
    await waitUntil('its end', () => process.signalCode ?? process.exitCode, 2 * PATIENCE_MS);
    clearTimeout(late);
    await Promise.all([closed, reading]);
    assert.equal(process.signalCode, 'SIGKILL', await complaint);
    assert.ok(!mustReach || faults.wasKilled(), 'the stage was reached');
    faults.clear();
  }
}

/** Pages, and between them data: neither may be older than the other. */
const TARGETS = ['/', '/reviews/review-0/', '/reviews/review-2/', '/feeds/', '/reviews.json'];

/**
 * Reads pages while a release is made, until the process is killed. Throws at an answer that is not
 * whole, or older than one before. One that breaks off is none: its Content-Length tells.
 */
async function readUntilKilled(
  url: string,
  { reviewsIn }: Pick<Deployment, 'reviewsIn'>,
  seed: number,
): Promise<void> {
  const reader = new Reader(url, createRandom(seed), TARGETS, reviewsIn);
  try {
    await reader.readUntil(new AbortController().signal);
  } catch (error) {
    if (!isBroken(error)) throw error;
  } finally {
    reader.close();
  }
  assert.equal(reader.counts[503], undefined, 'a page was not there');
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}
