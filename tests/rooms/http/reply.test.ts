import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datedHeaders } from '../../../sidecar/http/reply.ts';

const CHANGED = Date.parse('2046-11-20T08:00:00Z');
const HEADERS = ['ETag', '"a"', 'Last-Modified', 'Tue, 20 Nov 2046 08:00:00 GMT', 'Vary', 'x'];
const REPLY = { status: 304, headers: HEADERS, lastModified: CHANGED, body: [] };

test('a Last-Modified that is not later than Date is sent as it is', () => {
  for (const [now, date] of [
    [CHANGED, 'Tue, 20 Nov 2046 08:00:00 GMT'],
    [CHANGED + 61_500, 'Tue, 20 Nov 2046 08:01:01 GMT'],
  ] as const) {
    assert.deepEqual(datedHeaders(REPLY, now), [...HEADERS, 'Date', date]);
  }
});

test('a Last-Modified that is later than Date is replaced by it, for as long as it is', () => {
  const date = 'Fri, 20 Nov 2026 08:00:00 GMT';
  const replaced = ['ETag', '"a"', 'Last-Modified', date, 'Vary', 'x', 'Date', date];
  assert.deepEqual(datedHeaders(REPLY, Date.parse(date) + 999), replaced);
  assert.equal(datedHeaders(REPLY, CHANGED - 1)[3], 'Tue, 20 Nov 2046 07:59:59 GMT');
  assert.equal(datedHeaders(REPLY, CHANGED)[3], HEADERS[3]);
});

test('a reply without a Last-Modified gets none', () => {
  const headers = ['ETag', '"a"'];
  const dated = ['ETag', '"a"', 'Date', 'Thu, 01 Jan 1970 00:00:00 GMT'];
  assert.deepEqual(datedHeaders({ status: 200, headers, body: [] }, 0), dated);
});
