import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { pino } from 'pino';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { METHODS } from '../../../sidecar/mcp/methods.ts';
import { isSessionRequest } from '../../../sidecar/mcp/post.ts';
import { sessionMethod } from '../../../sidecar/mcp/session-transport.ts';
import { keptSecret, SessionIds } from '../../../sidecar/mcp/sessions.ts';
import { Subscriptions } from '../../../sidecar/mcp/streams/subscriptions.ts';
import { createFolder } from '../../support/content-folder.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

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

function createLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({}, { write: (line) => lines.push(JSON.parse(line)) }) };
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('a secret of 256 bits is made once and kept where only its owner reads it', (t) => {
  const folder = join(createFolder(t), 'state/of/its/own');
  const { lines, log } = createLog();
  const secret = keptSecret(folder, log);
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  assert.equal(modeOf(join(folder, 'mcp-session-secret')), 0o600);
  assert.equal(keptSecret(folder, log), secret);
  assert.deepEqual(lines, []);
});

for (const [what, rest] of [
  ['is empty', ''],
  ['was cut short', 'a'.repeat(42)],
  ['holds something else', 'ä'.repeat(43)],
] as const) {
  test(`a secret whose file ${what} is replaced, which is told`, (t) => {
    const folder = createFolder(t);
    const file = join(folder, 'mcp-session-secret');
    writeFileSync(file, rest, { mode: 0o600 });
    const { lines, log } = createLog();
    const secret = keptSecret(folder, log);
    assert.match(secret, /^[\w-]{43}$/);
    assert.equal(readFileSync(file, 'utf8'), secret);
    assert.equal(modeOf(file), 0o600);
    assert.deepEqual(
      lines.map(({ level, msg }) => ({ level, msg })),
      [
        {
          level: 40,
          msg: 'MCP sessions of before have ended: their secret is damaged, and made anew',
        },
      ],
    );
    assert.equal(keptSecret(folder, log), secret);
    assert.equal(lines.length, 1, 'once');
  });
}

test('a secret that cannot be read is told, with the reason', (t) => {
  const folder = createFolder(t);
  const file = join(folder, 'mcp-session-secret');
  mkdirSync(file);
  const { lines, log } = createLog();
  assert.match(keptSecret(folder, log), /^[\w-]{43}$/);
  assert.match(String(lines[0]?.msg), /their secret cannot be read/);
  assert.equal(lines[0]?.file, file);
});

test('a line end behind the secret does not matter', (t) => {
  const folder = createFolder(t);
  const secret = 'a'.repeat(43);
  writeFileSync(join(folder, 'mcp-session-secret'), `${secret}\n`);
  assert.equal(keptSecret(folder, createLog().log), secret);
});

test('where nothing can be written, there is a secret and a warning', (t) => {
  const folder = createFolder(t);
  // Nobody makes a folder below a file, not even root, whom no mode stops.
  const file = join(folder, 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  const { lines, log } = createLog();
  assert.match(keptSecret(join(file, 'state'), log), /^[\w-]{43}$/);
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.level, 40);
  assert.match(String(lines[0]?.msg), /secret cannot be kept/);
});

const VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const SESSION = { 'mcp-session-id': 'x' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_business' } };

const anyMeta = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(
    fc.constantFrom(VERSION_META, 'progressToken', 'x'),
    fc.constantFrom('2026-07-28', 1),
  ),
  fc.jsonValue(),
);
const anyParams = fc.oneof(
  fc.constant(undefined),
  fc.record({ name: fc.string(), _meta: anyMeta }),
  fc.jsonValue(),
);
const anyMessage = fc.oneof(
  fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
      id: fc.oneof(fc.nat(), fc.string(), fc.constantFrom(undefined, null, 1.5)),
      method: fc.constantFrom('tools/call', 'initialize', 'server/discover', 'ping'),
      params: anyParams,
    },
    { requiredKeys: ['jsonrpc', 'method', 'id'] },
  ),
  fc.jsonValue(),
);
const anyVersion = fc.constantFrom(
  undefined,
  '2025-06-18',
  '2024-11-05',
  '2026-07-28',
  '2027-01-01',
);

test('what is taken for a request of a session is one to the classifier of the SDK too', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyMessage, anyVersion, (body, version) => {
      const headers = { ...SESSION, ...(version && { 'mcp-protocol-version': version }) };
      if (!isSessionRequest(body, headers)) return;
      taken++;
      const named = version === undefined ? {} : { protocolVersionHeader: version };
      assert.equal(classifyInboundRequest({ httpMethod: 'POST', ...named, body }).kind, 'legacy');
    }),
    { numRuns: 2000 },
  );
  assert.ok(taken > 50, `${taken} were taken`);
});

test('a plain call with a session is one', () => {
  assert.ok(isSessionRequest(CALL, SESSION));
  assert.ok(isSessionRequest(CALL, { ...SESSION, 'mcp-protocol-version': '2025-06-18' }));
});

test('a message without a session, of another revision, or the first one is none', () => {
  assert.ok(!isSessionRequest(CALL, {}));
  assert.ok(!isSessionRequest(CALL, { ...SESSION, 'mcp-protocol-version': '2026-07-28' }));
  assert.ok(!isSessionRequest({ ...CALL, method: 'initialize' }, SESSION));
  const stateless = { ...CALL, params: { _meta: { [VERSION_META]: '2026-07-28' } } };
  assert.ok(!isSessionRequest(stateless, SESSION));
});

const SOURCE = sourceOf(datasetOf());
const pageOf = (index: number) => `${SOURCE.baseUrl}/reviews/review-${index}/`;

function createSession() {
  const subscriptions = new Subscriptions(() => false);
  const ask = async (name: 'subscribe' | 'unsubscribe', params?: unknown) =>
    sessionMethod(`resources/${name}`, 'one', subscriptions)?.(params, SOURCE);
  return { ask, uris: () => [...subscriptions.of('one')] };
}

test('a session subscribes to resources and unsubscribes from them', async () => {
  const { ask, uris } = createSession();
  assert.deepEqual(await ask('subscribe', { uri: pageOf(1) }), { members: {} });
  await ask('subscribe', { uri: pageOf(2) });
  assert.deepEqual(await ask('unsubscribe', { uri: pageOf(1) }), { members: {} });
  assert.deepEqual(uris(), [pageOf(2)]);
});

test('what can never be a resource is taken and not remembered', async () => {
  const { ask, uris } = createSession();
  for (const uri of [
    'test://watched-resource',
    '',
    `${SOURCE.baseUrl}/nothing`,
    'x'.repeat(9999),
  ]) {
    assert.deepEqual(await ask('subscribe', { uri }), { members: {} });
    assert.deepEqual(await ask('unsubscribe', { uri }), { members: {} });
  }
  assert.deepEqual(uris(), []);
});

test('what names no resource is refused', async () => {
  const { ask, uris } = createSession();
  for (const params of [undefined, {}, { uri: 1 }, []]) {
    await assert.rejects(ask('subscribe', params), { code: -32_602 });
    await assert.rejects(ask('unsubscribe', params), { code: -32_602 });
  }
  assert.deepEqual(uris(), []);
});

test('of all else a session can ask what anybody can', () => {
  const subscriptions = new Subscriptions(() => false);
  for (const [name, method] of METHODS) {
    assert.equal(sessionMethod(name, 'one', subscriptions), method);
  }
  for (const name of ['', 'resources', 'subscriptions/listen', '__proto__']) {
    assert.equal(sessionMethod(name, 'one', subscriptions), undefined);
  }
});
