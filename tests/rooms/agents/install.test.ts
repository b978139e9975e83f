import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNameOf, hostsOf } from '#agents/install.ts';

test('a client lists the server by the business and what it is about', () => {
  assert.equal(clientNameOf({ id: 'harbor-law' }), 'harbor-law-reviews');
  assert.equal(clientNameOf({ id: 'acme-reviews' }), 'acme-reviews');
});

test('each client has an id of its own, which can be part of a page, and documentation over https', () => {
  const hosts = hostsOf('acme-reviews', 'https://reviews.example/mcp');
  assert.equal(new Set(hosts.map(({ id }) => id)).size, hosts.length);
  for (const { id, documentation } of hosts) {
    assert.match(id, /^[a-z-]+$/);
    assert.equal(new URL(documentation).protocol, 'https:', id);
  }
});
