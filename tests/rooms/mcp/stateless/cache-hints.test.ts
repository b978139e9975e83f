import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS } from '../../../../sidecar/mcp/methods/methods.ts';
import { cacheHintOf } from '../../../../sidecar/mcp/stateless/cache-hints.ts';

test('lists may be kept for five minutes and resources for one, by anybody', () => {
  const hints = Object.fromEntries([...METHODS.keys()].map((name) => [name, cacheHintOf(name)]));
  const listed = { ttlMs: 300_000, cacheScope: 'public' };
  assert.deepEqual(hints, {
    'tools/list': listed,
    'prompts/list': listed,
    'resources/list': listed,
    'resources/templates/list': listed,
    'resources/read': { ttlMs: 60_000, cacheScope: 'public' },
    'tools/call': undefined,
    'prompts/get': undefined,
    'completion/complete': undefined,
  });
});
