import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDeployment } from '../../support/deployment.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';
import { businessOf, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const COUNT = 800;
const COMMANDS = 'scripts/main.ts';
const OWN = { ...businessOf(1), ...sampleReview('own-review', '2026-01-02') };

const rows = Array.from(
  { length: COUNT },
  (_, n) => `r${n},Pat Q${n},4,2025-03-0${1 + (n % 9)},Text ${n}\n`,
);
const TABLE = `id,author,rating,date,text\n${rows.join('')}`;

/** A content folder with one review of its own, and imports of an export into it. */
function createOffice(deployment: ReturnType<typeof createDeployment>) {
  const { folder, contentDir, save } = deployment;
  save({ '../export.csv': TABLE });
  const args = [join(folder, 'export.csv'), '--source', 'Desk', '--verified'];
  const to = ['--content', contentDir];
  const files = () => globSync('reviews/**/*-desk-*.md', { cwd: contentDir });
  return {
    files,
    run: () => runScript(COMMANDS, ['import', ...args, ...to]),
    undo: () => runScript(COMMANDS, ['import', '--undo', ...to]),
    start: (isUndo = false) =>
      spawn(process.execPath, [COMMANDS, 'import', ...(isUndo ? ['--undo'] : args), ...to], {
        cwd: REPOSITORY,
        stdio: 'ignore',
      }),
    /** Throws unless every file is whole. */
    assertWhole: () => {
      assert.equal(loadContent(contentDir).content.reviews.length, files().length + 1);
    },
  };
}

async function killOnce(child: ChildProcess, isTime: () => boolean): Promise<void> {
  await waitUntil('the middle', () => isTime() || child.exitCode !== null);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

test('a killed import can be continued and taken back as one, and a killed undo made again', async (t) => {
  const { files, start, run, undo, assertWhole } = createOffice(createDeployment(t, OWN));
  await killOnce(start(), () => files().length > 50);
  const first = files().length;
  assert.ok(first < COUNT, 'it had ended before');
  assertWhole();
  const { status, stdout, stderr } = run();
  assert.equal(status, 0, stderr);
  assert.match(stdout, new RegExp(`added +${COUNT - first}\\n`));
  assert.equal(files().length, COUNT);
  await killOnce(start(true), () => files().length < COUNT - 50);
  assert.ok(files().length > 0, 'it had ended before');
  assertWhole();
  const taken = undo();
  assert.equal(taken.status, 0, taken.stderr);
  assert.deepEqual(files(), [], taken.stdout);
  const none = undo();
  assert.match(none.stdout + none.stderr, /nothing to undo|no import/i);
  assertWhole();
});

test('readers of a service see an import, edits, a takedown and the undo', {
  timeout: 180_000,
}, async (t) => {
  const deployment = createDeployment(t, OWN);
  const { contentDir, stateDir } = deployment;
  const { files, start, undo } = createOffice(deployment);
  const service = await deployment.start();
  const total = async () => (await service.health()).release?.reviews;
  const shown = (count: number) =>
    waitUntil(`${count} reviews`, async () => {
      assert.equal(await service.status('/reviews.json'), 200);
      return (await total()) === count;
    });
  assert.equal(await total(), 1);
  start();
  await shown(COUNT + 1);
  const [edited = '', removed = ''] = files();
  appendFileSync(join(contentDir, edited), 'The client asked for this sentence.\n');
  const id = /desk-[0-9a-f]+/.exec(removed)?.[0] ?? '';
  const takedown = ['remove', id, '--reason', 'spam', '--content', contentDir];
  assert.equal(runScript(COMMANDS, takedown).status, 0);
  await shown(COUNT);
  const { status, stdout, stderr } = undo();
  assert.equal(status, 0, stderr);
  assert.match(stdout, new RegExp(edited.replaceAll('.', '\\.')));
  // Half of all reviews vanish, which a person confirms.
  assert.match(stdout, /npm run confirm/);
  assert.deepEqual(files(), [edited]);
  await waitUntil('a fault', async () => (await service.health()).faults.length > 0);
  assert.equal(await total(), COUNT);
  runScript('scripts/confirm.ts', [], REPOSITORY, { STATE_DIR: stateDir });
  await shown(2);
  assert.equal(await service.status(`/reviews/${id}/`), 410);
  await service.recovered();
});
