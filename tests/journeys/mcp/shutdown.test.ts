import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../support/at-end.ts';
import { listen, openSession, openSessionStream } from '../../support/mcp-client.ts';
import { connectClient, connectSessionClient } from '../../support/mcp-sdk-clients.ts';
import { BASE_URL } from '../../support/release.ts';
import { startService } from '../../support/service.ts';

/** A drain that has to wait for a stream takes 10 seconds. */
const QUICK_MS = 5_000;
const URIS = [`${BASE_URL}/reviews.json`];

test('on SIGTERM streams of both kinds end well, and the process ends at once', async (t) => {
  const service = await startService(t);
  const { url } = service;
  const { id } = await openSession(url);
  const streams = [await openSessionStream(url, id), await listen(url, URIS)];
  for (const { status, headers } of streams) {
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
  }
  await streams[1]?.says('acknowledged');
  // Clients that come back when their stream has ended.
  for (const connect of [connectSessionClient, (at: string) => connectClient(at, 'auto')]) {
    const client = await connect(url);
    atEnd(t, client.close);
    await client.subscribe(URIS, () => {});
  }
  const begun = performance.now();
  assert.equal(await service.stop(), 0);
  assert.ok(performance.now() - begun < QUICK_MS);
  for (const { ended } of streams) assert.equal(await ended, true);
});
