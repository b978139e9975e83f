import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peerHeaders } from '../../../../../scripts/lab/bench/fanout/peer.ts';

test('the peer sends the headers of the hub that undici does not write itself, unsigned', () => {
  const headers = {
    host: '127.0.0.1:4711',
    connection: 'keep-alive',
    'Content-Type': 'application/json',
    Link: '<a>; rel="hub"',
    'X-Hub-Signature': 'sha256=0',
    'user-agent': 'Testimony',
    'content-length': '8',
  };
  assert.deepEqual(peerHeaders(headers), {
    'Content-Type': 'application/json',
    Link: '<a>; rel="hub"',
    'user-agent': 'Testimony',
  });
});
