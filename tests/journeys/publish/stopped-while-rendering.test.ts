import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const REVIEWS = 60;
/** Whoever stops a service does not wait for longer. */
const STOP_MS = 5_000;

test('a service that is told to end while pages are rendered answers them whole and ends', {
  timeout: 60_000,
}, async (t) => {
  const { url, process, closed, log } = await startService(t, {
    content: numberedContent(1, REVIEWS),
  });
  const connections = await Promise.all(Array.from({ length: REVIEWS }, () => openRaw(url)));
  let answered = 0;
  const asked = connections.map(async (connection, index) => {
    connection.socket.ref();
    await connection.send(headOf(`/reviews/review-${index}/`));
    const answer = await connection.answer();
    answered++;
    return answer;
  });
  // What is asked later is answered before: the pages have been asked for, and wait for their turn.
  assert.equal((await ask(url, '/healthz')).status, 200);
  const began = performance.now();
  process.kill('SIGTERM');
  assert.ok(answered < REVIEWS, 'some pages are still to be rendered');
  const answers = await Promise.all(asked);
  await closed;
  assert.equal(process.exitCode, 0);
  assert.ok(performance.now() - began < STOP_MS);
  for (const { status, headers, body } of answers) {
    assert.equal(status, 200);
    assert.equal(headers['content-length'], String(body.length));
    assert.match(body.toString('utf8'), /<\/html>\s*$/);
  }
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
