import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { atEnd } from '../support/at-end.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  initializeMessage,
  message,
  openSession,
  send,
} from '../support/mcp-client.ts';
import { retainedMemory } from '../support/measure.ts';
import { makeRelease } from '../support/release.ts';

const SESSIONS = 10_000;
const REQUESTS = 4000;
const AT_ONCE = 10;
/** Node takes and returns some megabytes at a time; a server that is kept takes 30 kB. */
const MAX_BYTES = 6_000_000;

const { release } = await makeRelease();

test('part 3, M36: 10,000 sessions leave no memory behind', async (t) => {
  const { url } = await startInProcess(t, { release });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  atEnd(t, () => agent.destroy());
  const begin = async (count: number) => {
    for (let begun = 0; begun < count; begun += AT_ONCE) {
      const asked = Array.from({ length: AT_ONCE }, (_, index) =>
        send(url, { body: initializeMessage('2025-06-18', index), agent }),
      );
      for (const answered of await Promise.all(asked)) assert.equal(answered.status, 200);
    }
  };
  await begin(1000);
  const before = retainedMemory();
  await begin(SESSIONS);
  const kept = retainedMemory() - before;
  assert.ok(kept < MAX_BYTES, `${kept} bytes for ${SESSIONS} sessions`);
});

test('M36: requests leave no memory behind, in a session or without', async (t) => {
  const { url } = await startInProcess(t, { release });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  atEnd(t, () => agent.destroy());
  const session = await openSession(url, '2025-06-18', agent);
  const params = { name: 'get_business' };
  const ask = async (count: number) => {
    for (let asked = 0; asked < count; asked += 2) {
      const id = `${asked}`;
      const answers = [
        session.send(message('tools/call', params, id)),
        askStateless(url, 'tools/call', params, { id }),
      ];
      for (const answered of await Promise.all(answers)) checkAnswer(answered);
    }
  };
  await ask(500);
  const before = retainedMemory();
  await ask(REQUESTS);
  const kept = retainedMemory() - before;
  assert.ok(kept < MAX_BYTES, `${kept} bytes for ${REQUESTS} requests`);
});
