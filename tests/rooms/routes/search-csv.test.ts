import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { MAX_CODED_STREAMS } from '../../../sidecar/routes/answers/answer-codings.ts';
import { replyWithCsv } from '../../../sidecar/routes/search.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { numberedContent } from '../../support/sample-content.ts';

const CSV = '/api/reviews/search.csv';
/** As many as are sent in three pieces. */
const CONTENT = numberedContent(1, 230);
const { release } = await makeRelease(CONTENT);
const rowsOf = (text: string): string[][] => parse(text);

test('no row is searched for before those in front of it are sent, and none for a client that left', async (t) => {
  let searches = 0;
  const gate = Promise.withResolvers<void>();
  const search: typeof release.search = async (query) => {
    if (++searches === 2) await gate.promise;
    return release.search(query);
  };
  const { url, server } = await startInProcess(t, { release: { ...release, search } });
  const left = new Promise((resolve) => {
    server.on('request', (_request, response) => response.once('close', resolve));
  });
  const request = get(url + CSV);
  const [response]: IncomingMessage[] = await once(request, 'response');
  await once(response ?? assert.fail(), 'data');
  assert.equal(searches, 2);
  request.destroy();
  await left;
  gate.resolve();
  // It takes longer than the rest of the first one would.
  assert.equal(
    rowsOf((await ask(url, `${CSV}?sort=oldest`)).text).length,
    1 + release.corpus.count,
  );
  assert.equal(searches, 2 + 3);
});

test('a bounded number of tables is compressed at once, and one more is sent as it is', async () => {
  const current = new CurrentRelease();
  current.swap(release);
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as const;
  const start = async () => {
    const { headers, stream = assert.fail() } = await replyWithCsv(current, '', request);
    return { stream, isCoded: headers.includes('Content-Encoding') };
  };
  const started = await Promise.all(Array.from({ length: MAX_CODED_STREAMS + 1 }, start));
  const coded = started.filter(({ isCoded }) => isCoded);
  assert.equal(coded.length, MAX_CODED_STREAMS);
  await Promise.all(started.map(({ stream }) => once(stream.destroy(), 'close')));
  const { stream, isCoded } = await start();
  assert.ok(isCoded);
  await once(stream.destroy(), 'close');
});
