import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, test } from 'node:test';
import { openSession } from '../rooms/mcp/open-session.ts';
import { atLength } from '../support/at-length.ts';
import { startInProcess } from '../support/in-process.ts';
import { atEnd } from '../support/lifetime.ts';
import { askStateless, initializeMessage, message, resultOf, send } from '../support/mcp-client.ts';
import { retainedMemory } from '../support/measure.ts';
import { makeRelease } from '../support/release.ts';

const AT_ONCE = 10;
/** Three kilobytes a session, where a server that is kept takes 30. */
const MAX_BYTES = 2_000_000;

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
atEnd({ after }, () => agent.destroy());
const session = await openSession(url, '2025-06-18', agent);

test('part 3, M36: many sessions, and requests in a session or without, leave no memory behind', async () => {
  const params = { name: 'get_business' };
  const ask = async (id: string) => {
    const begun = await send(url, { body: initializeMessage('2025-06-18', id), agent });
    assert.equal(begun.status, 200);
    resultOf(await session.send(message('tools/call', params, id)), id);
    resultOf(await askStateless(url, 'tools/call', params, { id }), id);
  };
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => ask(`${round}`)));
    }
  };
  await run(10);
  const before = await retainedMemory();
  await run(atLength(200, 20));
  const kept = (await retainedMemory()) - before;
  assert.ok(kept < MAX_BYTES, `${kept} bytes`);
});
