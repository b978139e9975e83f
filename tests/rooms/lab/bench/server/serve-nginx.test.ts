import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationOf } from '../../../../../scripts/lab/bench/server/serve-nginx.ts';

const site = {
  root: '/srv/a b',
  mediaType: 'text/html; charset=utf-8',
  headers: [['Link', '<https://x.example/>; rel="hub"']],
} as const;

test('values are quoted as nginx reads them', () => {
  const text = configurationOf('/tmp/own', 8080, site, 'default');
  assert.ok(text.includes('listen 127.0.0.1:8080;'));
  assert.ok(text.includes('root "/srv/a b";'));
  assert.ok(text.includes('default_type "text/html; charset=utf-8";'));
  assert.ok(text.includes('add_header Link "<https://x.example/>; rel=\\"hub\\"";'));
});

test('files stay open in the tuned configuration only', () => {
  const has = (handling: 'default' | 'tuned') =>
    configurationOf('/tmp/own', 1, site, handling).includes('open_file_cache');
  assert.deepEqual([has('default'), has('tuned')], [false, true]);
});

test('what nginx would take for a variable is refused', () => {
  const odd = { ...site, root: '/srv/$host' };
  assert.throws(() => configurationOf('/tmp/own', 1, odd, 'default'), /variable/);
});
