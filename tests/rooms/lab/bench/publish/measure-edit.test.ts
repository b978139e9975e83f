import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ConditionalReader } from '../../../../../scripts/lab/bench/publish/conditional-reader.ts';
import { DelayProbe } from '../../../../../scripts/lab/bench/publish/delay-probe.ts';
import { measureEdit } from '../../../../../scripts/lab/bench/publish/measure-edit.ts';
import type { PublishingSidecar } from '../../../../../scripts/lab/bench/publish/publishing-sidecar.ts';
import type { Edit } from '../../../../../scripts/lab/bench/publish/review-edits.ts';
import { atEnd } from '../../../../support/at-end.ts';
import { createContentFolder } from '../../../../support/content-folder.ts';

/** The stand-in's page follows its data by so many questions for it. */
const PAGE_DELAY_REQUESTS = 3;

/** Publishes the text of one file as /reviews.json at once, and as /reviews/a/ a little later. */
async function startStandIn(t: TestContext) {
  const folder = createContentFolder(t, { 'a.md': '---\nid: a\n---\nold\n' });
  const file = `${folder}/a.md`;
  const asked: string[] = [];
  let questionsForHealth = 0;
  let page = readFileSync(file, 'utf8');
  let staleAnswers = 0;
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    asked.push(`${method} ${url}`);
    const data = readFileSync(file, 'utf8');
    if (url === '/healthz') {
      questionsForHealth++;
      response.end(JSON.stringify({ isRebuilding: questionsForHealth === 1 }));
      return;
    }
    if (method === 'HEAD') {
      response.writeHead(200, { 'Content-Encoding': headers['accept-encoding'] ?? '' }).end();
      return;
    }
    if (url !== '/reviews.json' && page !== data) {
      staleAnswers++;
      if (staleAnswers >= PAGE_DELAY_REQUESTS) page = data;
    }
    const body = url === '/reviews.json' ? data : page;
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { ETag: etag }).end(isKnown ? undefined : body);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const origin = `http://127.0.0.1:${address.port}`;
  const reader = new ConditionalReader(`${origin}/reviews.json`);
  atEnd(t, () => reader[Symbol.dispose]());
  await reader.open();
  const own = { origin, pid: process.pid, output: () => '', [Symbol.asyncDispose]: async () => {} };
  const sidecar: PublishingSidecar = { server: own, probe: new DelayProbe(folder), reader };
  const edit = (marker: string): Edit => ({
    file,
    reviewId: 'a',
    marker,
    text: `---\nid: a\n---\n${marker}\n`,
    way: 'by rename',
  });
  return { sidecar, edit, asked };
}

test('an edit is measured until its data are served, once nothing is published any more', async (t) => {
  const { sidecar, edit, asked } = await startStandIn(t);
  const { arrival, stretches } = await measureEdit(sidecar, edit('first'), 'data');
  assert.ok(arrival.whole >= arrival.head && arrival.head > 0);
  assert.equal(stretches, undefined);
  const whole = ['GET /healthz', 'GET /healthz', 'HEAD /reviews.json', 'GET /reviews.json'];
  assert.deepEqual(asked.slice(1, 5), whole);
  assert.ok(!asked.includes('GET /reviews/a/'));
});

test('or until its page is, by a reader who asks for nothing else', async (t) => {
  const { sidecar, edit, asked } = await startStandIn(t);
  const { arrival } = await measureEdit(sidecar, edit('first'), 'page');
  assert.ok(arrival.whole > 0);
  const pages = asked.filter((request) => request === 'GET /reviews/a/').length;
  assert.ok(pages >= 1 + PAGE_DELAY_REQUESTS);
  const datasets = asked.filter((request) => request === 'GET /reviews.json').length;
  assert.equal(datasets, 1);
});
