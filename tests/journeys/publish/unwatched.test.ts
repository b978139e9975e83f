import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment, createQuestions } from '../../support/deployment.ts';
import { goodContent } from '../../support/sample-content.ts';
import { spawnService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

test('with WATCH=off a takedown is published within a second all the same', {
  timeout: 60_000,
}, async (t) => {
  const { save, start } = createDeployment(t, goodContent(1), { WATCH: 'off' });
  const { status, shows } = await start();
  save({
    ...goodContent(2),
    'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n',
  });
  await waitUntil('the takedown', async () => (await status('/reviews/review-2/')) === 410, 3_000);
  assert.ok(!(await shows(2)), 'nothing else is');
});

test('SIGHUP looks for edits, where nothing is watched as well, and ends no process', {
  timeout: 60_000,
}, async (t) => {
  const { settings, save, start } = createDeployment(t, goodContent(1), { WATCH: 'off' });
  const early = await spawnService(t, settings);
  const { port } = await early.logged('listening');
  early.process.kill('SIGHUP');
  await early.logged('serving');
  assert.ok(await createQuestions(`http://127.0.0.1:${port}`).shows(1));
  assert.equal(await early.stop(), 0);

  const { process: child, logged, shows } = await start();
  for (const edition of [2, 3]) {
    save(goodContent(edition));
    child.kill('SIGHUP');
    await logged('looking for changes now');
    await waitUntil(`edition ${edition}`, () => shows(edition));
  }
});
