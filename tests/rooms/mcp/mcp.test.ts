import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startInProcess } from '../../support/in-process.ts';
import { openSessionStream } from '../../support/mcp-client.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { openSession } from './open-session.ts';

const { release } = await makeRelease();

test('who goes away while the endpoint is being loaded takes no place', async (t) => {
  const { id } = await openSession((await startInProcess(t, { release })).url);
  const going = Promise.withResolvers<void>();
  const { url, server } = await startInProcess(t, {
    release,
    mcpSource: (loader) => ({ load: () => going.promise.then(() => loader.load()) }),
  });
  const fields = { Accept: 'text/event-stream', 'Mcp-Session-Id': id };
  const connection = await openRaw(url);
  const received = once(server, 'request');
  await connection.send(headOf('/mcp', fields));
  const [request] = await received;
  const closed = once(request.socket, 'close');
  connection.socket.destroy();
  await closed;
  going.resolve();
  assert.equal((await openSessionStream(url, id)).status, 200);
});
