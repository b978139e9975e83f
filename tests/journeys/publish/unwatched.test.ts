import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment, createQuestions } from '../../support/deployment.ts';
import { goodContent } from '../../support/sample-content.ts';
import { spawnService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

test('with WATCH=off SIGHUP looks for edits and ends no process, and a takedown does not wait for it', {
  timeout: 60_000,
}, async (t) => {
  const { settings, save } = createDeployment(t, goodContent(1), { WATCH: 'off' });
  const { process: child, logged, stop } = await spawnService(t, settings);
  const { port } = await logged('listening');
  const { shows, status } = createQuestions(`http://127.0.0.1:${port}`);
  child.kill('SIGHUP');
  await logged('serving');
  assert.ok(await shows(1));
  for (const edition of [2, 3]) {
    save(goodContent(edition));
    child.kill('SIGHUP');
    await logged('looking for changes now');
    await waitUntil(`edition ${edition}`, () => shows(edition));
  }

  save({
    ...goodContent(4),
    'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n',
  });
  await waitUntil('the takedown', async () => (await status('/reviews/review-2/')) === 410, 3_000);
  assert.ok(!(await shows(4)), 'nothing else is');
  assert.equal(await stop(), 0);
});
