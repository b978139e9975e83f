import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datedHead, toWireReply } from '../../../sidecar/wire/wire-reply.ts';

const CHANGED = Date.parse('2046-11-20T08:00:00Z');
const ALWAYS = 'Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n';
const BODY = [Buffer.from('a')];
const HEADERS = ['ETag', '"a"', 'Last-Modified', 'Tue, 20 Nov 2046 08:00:00 GMT', 'Vary', 'x'];
const REPLY = { status: 200, headers: HEADERS, lastModified: CHANGED, body: BODY };

function headWith(lastModified: string, date: string): string {
  return [
    'HTTP/1.1 200 OK',
    'ETag: "a"',
    `Last-Modified: ${lastModified}`,
    'Vary: x',
    'Connection: keep-alive',
    'Keep-Alive: timeout=65',
    `Date: ${date}`,
    '\r\n',
  ].join('\r\n');
}

test('a remembered reply tells a Last-Modified that is later than Date as that Date', () => {
  const reply = toWireReply(REPLY, 'GET', ALWAYS);
  const [changed, earlier] = ['Tue, 20 Nov 2046 08:00:00 GMT', 'Fri, 20 Nov 2026 08:00:00 GMT'];
  assert.equal(datedHead(reply, CHANGED), headWith(changed, changed));
  // The clock is corrected, and years go by.
  assert.equal(datedHead(reply, Date.parse(earlier) + 999), headWith(earlier, earlier));
  const last = 'Tue, 20 Nov 2046 07:59:59 GMT';
  assert.equal(datedHead(reply, CHANGED - 1), headWith(last, last));
  assert.equal(datedHead(reply, CHANGED), headWith(changed, changed));
});

test('a reply without a Last-Modified gets none', () => {
  const reply = toWireReply({ status: 304, headers: [], body: [] }, 'GET', ALWAYS);
  assert.doesNotMatch(datedHead(reply, 0), /Last-Modified/);
});

test('the reply to a HEAD has no body', () => {
  assert.deepEqual(toWireReply(REPLY, 'GET', ALWAYS).body, BODY);
  assert.deepEqual(toWireReply(REPLY, 'HEAD', ALWAYS).body, []);
});
