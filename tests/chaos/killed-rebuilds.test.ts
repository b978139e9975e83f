import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { createRandom } from '../../scripts/generate/random.ts';
import { Mirror } from '../journeys/publish/mirror.ts';
import { Reader } from '../journeys/publish/reader.ts';
import { ask } from '../support/ask.ts';
import { atLength } from '../support/at-length.ts';
import { type Call, STAGES } from '../support/call-faults.ts';
import { createDeployment } from '../support/deployment.ts';
import { editionsIn, numberedContent } from '../support/sample-content.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertRecovered } from './assert-recovered.ts';
import { describeCall, pickCalls, SEED } from './call-plan.ts';

/** Each has a kill at each stage, and at some of all calls that an edit makes, and that a start makes. */
const ROUNDS = atLength(5, 1);
const PICKED = 4;
/** Kills at random moments. */
const RUNS = atLength(50, 3);
/** How long a rebuild takes, from the edit on; a process takes about as long before it begins with one. */
const REBUILD_MS = 500;
const START_MS = 1_000;
/** What follows a release has this long. */
const FOLLOW_MS = 1_500;
/** A call that another rebuild makes need not be made by this one; it is killed all the same. */
const UNREACHED_MS = 15_000;
const PATIENCE_MS = 60_000;

/** A process is killed at a call, or so many milliseconds after its beginning. */
type Moment = Call | number;

test('a service that was killed serves a whole release at once, and soon the newest', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const random = createRandom(SEED);
  let edition = 1;
  const { start, begin, checkOut, faults, stateDir } = createDeployment(t, numberedContent(1));
  let service = await start();
  let ordinal = await assertRecovered(service, stateDir, edition);
  const mirror = new Mirror();
  await mirror.begin(service.url);
  const edit = () => checkOut(numberedContent(++edition));
  const stages: readonly Call[] = Object.values(STAGES);

  /** The calls that a rebuild makes: of an edit, or of a start after one. */
  const trace = async (isStarting: boolean): Promise<Call[]> => {
    if (isStarting) assert.equal(await service.stop(), 0);
    faults.trace();
    edit();
    if (isStarting) service = await start({ until: 'listening' });
    await waitUntil(`edition ${edition}`, async () =>
      editionsIn((await ask(service.url, '/reviews.json')).text).includes(edition),
    );
    await elapse(FOLLOW_MS);
    return faults.readTrace();
  };

  /** Edits the content and has the process that publishes it die. */
  const die = async (at: Moment, isStarting: boolean) => {
    if (isStarting) assert.equal(await service.stop(), 0);
    if (typeof at === 'object') faults.killAt(at);
    edit();
    const dying = isStarting ? await begin() : service;
    const reading = isStarting ? undefined : readUntilKilled(service.url, edition);
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
  };

  const kill = async (at: Moment, isStarting: boolean) => {
    const moment = typeof at === 'number' ? `${at} ms after its beginning` : describeCall(at);
    await t.test(`killed ${moment}${isStarting ? ', while it starts' : ''}`, async () => {
      await die(at, isStarting);
      service = await start({ until: 'listening' });
      const now = await assertRecovered(service, stateDir, edition);
      assert.ok(now > ordinal, 'ordinals never go back');
      ordinal = now;
      assert.equal(await mirror.follow(service.url), 200);
      await mirror.assertEqual(service.url);
    });
  };

  const traces = { edit: await trace(false), start: await trace(true) };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, at] of stages.entries()) await kill(at, (round + index) % 2 === 1);
    const some = { count: PICKED, round, rounds: ROUNDS };
    for (const at of pickCalls(traces.edit, some, random)) await kill(at, false);
    for (const at of pickCalls(traces.start, some, random)) await kill(at, true);
  }
  for (let run = 0; run < RUNS; run++) {
    const isStarting = run % 2 === 0;
    await kill(random.integer(0, REBUILD_MS + (isStarting ? START_MS : 0)), isStarting);
  }
});

/** Pages, and between them data: neither may be older than the other. */
const TARGETS = ['/', '/reviews/review-0/', '/reviews/review-2/', '/feeds/', '/reviews.json'];

/**
 * Reads pages while a release is made, until the process is killed. Throws at an answer that is not
 * whole, or older than one before. One that breaks off is none: its Content-Length tells.
 */
async function readUntilKilled(url: string, seed: number): Promise<void> {
  const reader = new Reader(url, createRandom(seed), TARGETS);
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
