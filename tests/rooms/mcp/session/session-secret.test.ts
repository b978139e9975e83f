import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { keptSecret } from '../../../../sidecar/mcp/session/session-secret.ts';
import { createFolder } from '../../../support/content-folder.ts';

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

test('two folders have two secrets', (t) => {
  const { log } = createLog();
  assert.notEqual(keptSecret(createFolder(t), log), keptSecret(createFolder(t), log));
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
