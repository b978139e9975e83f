import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ProcessTree } from '../../../../scripts/bench/process/process-tree.ts';
import { ConditionalReader } from '../../../../scripts/bench/publish/conditional-reader.ts';
import { DelayProbe } from '../../../../scripts/bench/publish/delay-probe.ts';
import { measureEdit } from '../../../../scripts/bench/publish/measure-edit.ts';
import type { PublishingSidecar } from '../../../../scripts/bench/publish/publishing-sidecar.ts';
import type { Edit } from '../../../../scripts/bench/publish/review-edits.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const PATIENCE_MS = 20_000;
/** The stand-in's pages follow its data by so many questions for them. */
const PAGE_DELAY_REQUESTS = 3;

/** Publishes the text of one file as /reviews.json at once, and as /reviews/a/ a little later. */
async function startStandIn(t: TestContext, { makesPages = true } = {}) {
  const folder = createContentFolder(t, { 'a.md': '---\nid: a\n---\nold\n' });
  const file = `${folder}/a.md`;
  let page = readFileSync(file, 'utf8');
  let pageRequests = 0;
  const server = createServer((request, response) => {
    const data = readFileSync(file, 'utf8');
    if (request.url === '/healthz') {
      const release = { hasCurrentPages: page === data };
      response.end(JSON.stringify({ release, isRebuilding: false }));
    } else if (request.url === '/reviews.json') {
      const etag = `"${createHash('sha256').update(data).digest('hex')}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      response.writeHead(isKnown ? 304 : 200, { ETag: etag }).end(isKnown ? undefined : data);
    } else {
      pageRequests++;
      if (makesPages && pageRequests >= PAGE_DELAY_REQUESTS) page = data;
      response.end(page);
    }
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const origin = `http://127.0.0.1:${address.port}`;
  const tree = new ProcessTree(process.pid);
  const reader = new ConditionalReader(`${origin}/reviews.json`);
  atEnd(t, () => {
    tree[Symbol.dispose]();
    reader[Symbol.dispose]();
  });
  await reader.open();
  const own = { origin, pid: process.pid, output: () => '', [Symbol.asyncDispose]: async () => {} };
  const sidecar: PublishingSidecar = { server: own, tree, probe: new DelayProbe(folder), reader };
  const edit = (marker: string): Edit => ({
    file,
    reviewId: 'a',
    marker,
    text: `---\nid: a\n---\n${marker}\n`,
    way: 'by rename',
  });
  return { sidecar, edit };
}

test('an edit is measured until its data and then its page are served', async (t) => {
  const { sidecar, edit } = await startStandIn(t);
  const patience = { leftMilliseconds: PATIENCE_MS };
  const { served, page, isBusy } = await measureEdit(sidecar, edit('first'), patience);
  assert.ok(!isBusy && served.whole > 0);
  assert.ok(page !== null && page > served.whole);
  assert.ok(patience.leftMilliseconds < PATIENCE_MS);
});

test('pages that do not follow use the patience up, and the next edit is told to be busy', async (t) => {
  const { sidecar, edit } = await startStandIn(t, { makesPages: false });
  const patience = { leftMilliseconds: 1000 };
  const first = await measureEdit(sidecar, edit('first'), patience);
  assert.deepEqual([first.page, first.isBusy], [null, false]);
  assert.equal(patience.leftMilliseconds, 0);
  const second = await measureEdit(sidecar, edit('second'), patience);
  assert.deepEqual([second.page, second.isBusy], [null, true]);
  assert.ok(second.served.whole > 0);
});
