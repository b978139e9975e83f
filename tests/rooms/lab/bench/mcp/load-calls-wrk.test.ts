import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCall } from '../../../../../scripts/lab/bench/mcp/call.ts';
import { BARE_DIALECT } from '../../../../../scripts/lab/bench/mcp/dialects.ts';
import { luaString, scriptFor } from '../../../../../scripts/lab/bench/mcp/load-calls-wrk.ts';
import { findWrongSize } from '../../../../../scripts/lab/bench/mcp/measure-calls.ts';

test('a literal of Lua holds any bytes by their codes', () => {
  assert.equal(luaString('a "b"\r\n'), '"a \\034b\\034\\013\\010"');
  assert.equal(luaString('é\\'), '"\\195\\169\\092"');
});

test('the script has every call, cut where its id comes', () => {
  const calls = ['one', 'two'].map((tool) =>
    createCall({ tool, input: {}, content: null }, BARE_DIALECT),
  );
  const script = scriptFor('http://127.0.0.1:1/mcp', calls);
  const [before = '', after = ''] = script
    .split('\n')
    .filter((line) => /^local (be|af)/.test(line));
  assert.match(before, /POST \/mcp HTTP\/1\.1\\013\\010Host: 127\.0\.0\.1:1/);
  assert.match(script, /jsonrpc\\034:\\0342\.0\\034,\\034id\\034:"/);
  assert.match(after, /name\\034:\\034one/);
  assert.match(script, /name\\034:\\034two/);
});

test('answers of another size than expected are found', () => {
  const load = { requests: 100, seconds: 1, failures: 0, p50Milliseconds: 1, p99Milliseconds: 1 };
  assert.equal(findWrongSize({ ...load, bytes: 50_000 }, 500, 8), undefined);
  assert.equal(findWrongSize({ ...load, bytes: 54_000 }, 500, 8), undefined);
  assert.match(findWrongSize({ ...load, bytes: 48_000 }, 500, 8) ?? '', /came to 48000 bytes/);
  assert.match(findWrongSize({ ...load, bytes: 56_000 }, 500, 8) ?? '', /came to 56000 bytes/);
});
