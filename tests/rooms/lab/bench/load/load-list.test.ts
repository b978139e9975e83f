import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadList } from '../../../../../scripts/lab/bench/load/load-list.ts';
import { atEnd } from '../../../../support/at-end.ts';
import { createFolder } from '../../../../support/content-folder.ts';

const PATHS = Array.from({ length: 50 }, (_, number) => `/reviews/${number}/`);

/** A server that knows the paths but for one, with a list of them. */
async function serveAllBut(t: TestContext, missing: string | undefined) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const body = `${headers['accept-encoding']} ${url}`;
    response.writeHead(url === missing ? 503 : 200, { 'Content-Length': body.length }).end(body);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const list = join(createFolder(t), 'paths');
  writeFileSync(list, PATHS.join('\n'));
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    asked,
    settings: { origin, list, headers: { 'Accept-Encoding': 'br' }, connections: 4 },
  };
}

test('each path is asked for once', async (t) => {
  const { asked, settings } = await serveAllBut(t, undefined);
  const { requests, failures, seconds } = await loadList(settings);
  assert.deepEqual([requests, failures], [PATHS.length, 0]);
  assert.deepEqual(asked.toSorted(), PATHS.toSorted());
  assert.ok(seconds > 0);
});

test('an answer that is not 200 fails the whole', async (t) => {
  const { settings } = await serveAllBut(t, PATHS[30]);
  await assert.rejects(loadList(settings), /503.*not 200/s);
});
