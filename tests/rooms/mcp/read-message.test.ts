import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { checkAccept } from '../../../sidecar/mcp/read-message.ts';
import { Refusal, refuse, toRefusal } from '../../../sidecar/mcp/refusal.ts';

for (const accept of [
  'application/json, text/event-stream',
  'text/event-stream,application/json',
  'application/json;q=0.9, text/event-stream;q=0.1, */*',
  'Application/JSON, Text/Event-Stream',
]) {
  test(`Accept: ${accept} lists both types`, () => checkAccept(accept));
}

for (const accept of [
  undefined,
  '',
  '*/*',
  'application/json',
  'text/event-stream',
  'application/*, text/*',
  'text/html, application/json',
]) {
  test(`Accept: ${accept} does not list both types`, () => {
    assert.throws(() => checkAccept(accept), { status: 406, code: -32_000 });
  });
}

test('a fault of the client becomes a refusal with its status, message and headers', () => {
  const refusal = toRefusal(new HttpError(413, 'Too long.', [], { 'Retry-After': '1' }));
  assert.ok(refusal);
  const { status, code, message, headers, id } = refusal;
  assert.deepEqual(
    { status, code, message, headers, id },
    { status: 413, code: -32_000, message: 'Too long.', headers: { 'Retry-After': '1' }, id: null },
  );
});

test('a refusal stays what it is, and what is our fault is none', () => {
  const refusal = refuse(409, 'Taken.');
  assert.equal(toRefusal(refusal), refusal);
  assert.ok(refusal instanceof Refusal);
  assert.equal(toRefusal(new Error('broken')), undefined);
  assert.equal(toRefusal('broken'), undefined);
});
