import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { MCP_LIMITS } from '#agents/mcp-limits.ts';
import { SessionIds } from '../../../../sidecar/mcp/session/session-ids.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const DAY_MS = 24 * 3_600_000;
const VERSION = '2025-06-18';

/** Session ids with a clock that stands still until it is set. */
function createIds(secret = 'a secret of at least 32 characters') {
  const clock = { now: START };
  return { clock, ids: new SessionIds({ secret, randomBytes, now: () => clock.now }) };
}

test('an id has 86 visible ASCII characters and tells the version', () => {
  const { ids } = createIds();
  for (const version of ['2024-11-05', '2025-03-26', VERSION, '2025-11-25']) {
    const id = ids.create(version);
    assert.match(id, /^[\x21-\x7e]{86}$/);
    assert.deepEqual(ids.read(id), { id, version });
  }
});

test('no two ids are the same', () => {
  const { ids } = createIds();
  const made = Array.from({ length: 100 }, () => ids.create(VERSION));
  assert.equal(new Set(made).size, made.length);
});

test('an id of which any character is another is not known', () => {
  const { ids } = createIds();
  const id = ids.create(VERSION);
  for (const [index, character] of [...id].entries()) {
    for (const other of ['0', '1', 'a', 'Q', '-', '.', ' ', 'ä', '']) {
      if (other === character) continue;
      const forged = id.slice(0, index) + other + id.slice(index + 1);
      assert.equal(ids.read(forged), undefined, forged);
    }
  }
});

test('parts of two ids do not make a third', () => {
  const { ids, clock } = createIds();
  const one = ids.create(VERSION).split('.');
  clock.now += 1;
  const other = ids.create('2025-03-26').split('.');
  for (const index of one.keys()) {
    const mixed = one.with(index, other[index] ?? '');
    assert.equal(ids.read(mixed.join('.')), undefined, `part ${index}`);
  }
});

test('a session is over exactly 24 hours after its beginning', () => {
  const { ids, clock } = createIds();
  const id = ids.create(VERSION);
  clock.now = START + DAY_MS - 1;
  assert.ok(ids.read(id));
  clock.now = START + DAY_MS;
  assert.equal(ids.read(id), undefined);
});

test('the clock of another replica may be a minute ahead, and no more', () => {
  const { ids, clock } = createIds();
  const id = ids.create(VERSION);
  clock.now = START - 60_000;
  assert.ok(ids.read(id));
  clock.now = START - 60_001;
  assert.equal(ids.read(id), undefined);
});

test('whoever has the same secret knows the session, and nobody else', () => {
  const id = createIds().ids.create(VERSION);
  assert.deepEqual(createIds().ids.read(id), { id, version: VERSION });
  assert.equal(createIds('another secret of 32 characters...').ids.read(id), undefined);
});

test('a session that was ended is over, and others go on', () => {
  const { ids, clock } = createIds();
  const [ended, other] = [ids.create(VERSION), ids.create(VERSION)];
  ids.end({ id: ended, version: VERSION });
  assert.equal(ids.read(ended), undefined);
  assert.ok(ids.read(other));
  clock.now = START + DAY_MS - 1;
  assert.equal(ids.read(ended), undefined);
});

test('of the sessions that ended, 10,000 are remembered', () => {
  const { ids } = createIds();
  const ended = Array.from({ length: MCP_LIMITS.endedSessions + 2 }, () => ids.create(VERSION));
  for (const id of ended) ids.end({ id, version: VERSION });
  assert.deepEqual(
    ended.filter((id) => ids.read(id)),
    ended.slice(0, 2),
  );
});

test('any text at all is read without a throw, and is no session', () => {
  const { ids } = createIds();
  const shaped = fc.stringMatching(/^[\w-]{22}\.[0-9a-z]{8}\.\d{4}-\d{2}-\d{2}\.[\w-]{43}$/);
  const text = fc.oneof(shaped, fc.string({ maxLength: 100 }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, (id) => assert.equal(ids.read(id), undefined)),
    { numRuns: 100 },
  );
});
