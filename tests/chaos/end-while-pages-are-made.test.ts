import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '../support/deployment.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { numberedContent } from '../support/sample-content.ts';

test('a service that is to end while pages are made answers them whole and ends', {
  timeout: 60_000,
}, async (t) => {
  const { start, faults } = createDeployment(t, numberedContent(1, 60));
  const { url, process, closed, logged, log } = await start();
  const connections = await Promise.all(Array.from({ length: 60 }, () => openRaw(url)));
  const beside = await openRaw(url);
  faults.holdAt({ when: 'before', thread: 'short-tasks', call: 'post done' });
  const asked = connections.map(async (connection, index) => {
    connection.socket.ref();
    await connection.send(headOf(`/reviews/review-${index}/`));
    return connection.answer();
  });
  // Once a later request is answered, those for the pages have arrived, and wait.
  beside.socket.ref();
  await beside.send(headOf('/healthz'));
  assert.equal((await beside.answer()).status, 200);
  process.kill('SIGTERM');
  await logged('draining');
  faults.clear();
  for (const { status, headers, body } of await Promise.all(asked)) {
    assert.deepEqual([status, headers['content-length']], [200, String(body.length)]);
    assert.match(body.toString('utf8'), /<\/html>\s*$/);
  }
  await closed;
  assert.equal(process.exitCode, 0);
  assert.ok(!log.some(({ level }) => Number(level) >= 50));
});
