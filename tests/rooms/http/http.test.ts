import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ErrorBody } from '#openapi/error-body.ts';
import { listen } from '../../../sidecar/http/http.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { atEnd } from '../../support/lifetime.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { runService } from '../../support/service.ts';

const { release } = await makeRelease();

test('a fault of ours is answered 500 and logged with its cause', async (t) => {
  const files = new Map([...release.files, ['/reviews.json', JSON.parse('{"identity":{}}')]]);
  const search = () => Promise.reject(new Error('the index is gone'));
  const { url, log } = await startInProcess(t, { release: { ...release, files, search } });
  const { status, text, headers } = await ask(url, '/api/reviews/search?rating=5');
  assert.equal(status, 500);
  assert.equal(ErrorBody.parse(JSON.parse(text)).status, 500);
  assert.doesNotMatch(text, /index/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(JSON.stringify(log), /the index is gone.*\/api\/reviews\/search\?rating=5/);
  assert.equal((await ask(url, '/reviews.json')).status, 500);
  assert.equal(log.length, 2);
  assert.equal((await ask(url, '/healthz')).status, 200);
});

/** For lookups and for the routes. */
const DATED = [
  headOf('/_astro/page.BbVtm1.css', { Range: 'bytes=0-9' }),
  headOf('/api/reviews/since/2026-01-01'),
  headOf('/reviews.json'),
  headOf('/%72eviews.json'),
];

test('no answer states a change later than its Date, also of a release made by a wrong clock', async (t) => {
  const { release: ahead } = await makeRelease(undefined, {
    now: new Date('2046-11-20T08:00:00Z'),
  });
  const { url } = await startInProcess(t, { release: ahead });
  for (const head of DATED) {
    const [answer] = await sendRaw(url, head);
    const { 'last-modified': modified, date } = answer?.headers ?? {};
    assert.ok(Date.parse(modified ?? '') <= Date.parse(date ?? ''), `${head}${modified} ${date}`);
  }
});

test('an address that cannot be listened on is refused with a reason, and ends the process', async (t) => {
  const server = createServer();
  atEnd(t, () => server.close());
  const port = await listen(server, 0, '127.0.0.1');
  const { code, stderr } = await runService(t, { env: { PORT: String(port) } });
  assert.equal(code, 1);
  const message = `Port ${port} of 127.0.0.1 cannot be used: another process uses it; set PORT.\n`;
  assert.equal(stderr, message);
});
