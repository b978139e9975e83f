import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { pino } from 'pino';
import { isOfSession } from '../../../sidecar/mcp/messages.ts';
import { sessionMethod } from '../../../sidecar/mcp/session-transport.ts';
import { keptSecret, SessionIds } from '../../../sidecar/mcp/sessions.ts';
import { runs } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

const VERSION = '2025-06-18';
const SECRET = 'a secret of at least 32 characters';

test('an id has visible ASCII characters, and tells the version to those with the secret', () => {
  const ids = new SessionIds(SECRET);
  const id = ids.create(VERSION);
  assert.match(id, /^[\x21-\x7e]{77}$/);
  assert.deepEqual(new SessionIds(SECRET).read(id), { id, version: VERSION });
  assert.equal(new SessionIds('another secret of 32 characters...').read(id), undefined);
  for (const [index, character] of [...id].entries()) {
    for (const other of ['0', 'a', 'Q', '-', '.', ' ', 'ä', '']) {
      const forged = id.slice(0, index) + other + id.slice(index + 1);
      if (other !== character) assert.equal(ids.read(forged), undefined, forged);
    }
  }
});

test('of the sessions that ended, 10,000 are remembered', () => {
  const ids = new SessionIds(SECRET);
  const ended = Array.from({ length: 10_002 }, () => ids.create(VERSION));
  for (const id of ended) ids.end({ id, version: VERSION });
  assert.deepEqual(
    ended.filter((id) => ids.read(id)),
    ended.slice(0, 2),
  );
});

/** The secret of a folder, which may have a file already, and the logged warnings. */
function keepSecret(stateDir: string) {
  const warnings: unknown[] = [];
  const secret = keptSecret(stateDir, pino({}, { write: (line) => warnings.push(line) }));
  assert.match(secret, /^[\w-]{43}$/);
  return { secret, warnings };
}

const SECRET_FILE = 'mcp-session-secret';
const KEPT = 'b'.repeat(43);

test('a secret is made once and kept where only its owner reads it', (t) => {
  const folder = join(createFolder(t), 'state/of/its/own');
  const { secret, warnings } = keepSecret(folder);
  assert.equal(statSync(join(folder, SECRET_FILE)).mode & 0o777, 0o600);
  assert.equal(keepSecret(folder).secret, secret);
  assert.deepEqual(warnings, []);
});

test('a secret whose file is damaged is replaced; a line end is no damage', (t) => {
  const folder = createFolder(t);
  const file = join(folder, SECRET_FILE);
  for (const content of ['', 'a'.repeat(42), 'ä'.repeat(43), `${KEPT}\n`]) {
    writeFileSync(file, content, { mode: 0o644 });
    const { secret, warnings } = keepSecret(folder);
    assert.equal(readFileSync(file, 'utf8').trim(), secret);
    const isKept = content.startsWith(KEPT);
    assert.deepEqual([secret === KEPT, warnings], [isKept, []]);
    if (!isKept) assert.equal(statSync(file).mode & 0o777, 0o600);
  }
});

test('where a secret can be neither read nor kept, there is one, and a warning', (t) => {
  const folder = createFolder(t);
  mkdirSync(join(folder, SECRET_FILE));
  const { warnings } = keepSecret(folder);
  assert.match(warnings.join(), /secret cannot be kept/);
});

const VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const someMeta = fc.dictionary(
  fc.constantFrom(VERSION_META, 'progressToken', 'x'),
  fc.constantFrom('2026-07-28', 1),
);
const anyMessage = fc.oneof(
  fc.record({
    jsonrpc: fc.constantFrom('2.0', '2.0', '1.0'),
    id: fc.oneof(fc.nat(), fc.string(), fc.constantFrom(undefined, null, 1.5)),
    method: fc.constantFrom('tools/call', 'initialize', 'server/discover', 'ping'),
    params: fc.oneof(fc.record({ _meta: fc.option(someMeta) }), fc.jsonValue()),
  }),
  fc.jsonValue(),
);
const anyVersion = fc.constantFrom(undefined, '2025-06-18', '2024-11-05', '2026-07-28');

test('what is taken for a request of a session is one to the classifier of the SDK too', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyMessage, anyVersion, (body, version) => {
      if (!isOfSession(body, version)) return;
      taken++;
      const named = version === undefined ? {} : { protocolVersionHeader: version };
      assert.equal(classifyInboundRequest({ httpMethod: 'POST', ...named, body }).kind, 'legacy');
    }),
    { numRuns: runs(2000) },
  );
  assert.ok(taken > 0);
});

test('a session subscribes to what can be a resource, and nothing else is remembered', async () => {
  const source = sourceOf(datasetOf());
  const subscribed: string[] = [];
  const streams = {
    subscribe: (_session: string, uri: string) => subscribed.push(uri),
    unsubscribe: () => {},
  };
  const [one = '', other = ''] = [1, 2].map((id) => `${source.baseUrl}/reviews/review-${id}.json`);
  const never = ['test://watched', '', `${source.baseUrl}/nothing`, 'x'.repeat(9999)];
  for (const uri of [one, other, ...never]) {
    await sessionMethod('resources/subscribe', 'one', streams)({ uri }, source, []);
  }
  assert.deepEqual(subscribed, [one, other]);
});
