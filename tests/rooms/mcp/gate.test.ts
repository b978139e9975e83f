import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { createGate, RequestRates } from '../../../sidecar/mcp/gate.ts';
import { Refusal, toRefusal } from '../../../sidecar/mcp/rpc-reply.ts';

type Options = Partial<Parameters<typeof createGate>[0]>;

/** Whether a gate lets headers pass; what it refuses is always 403. */
function passes(headers: IncomingHttpHeaders, options: Options = {}): boolean {
  const gate = createGate({
    baseUrl: 'https://reviews.example',
    host: '0.0.0.0',
    allowedOrigins: [],
    ...options,
  });
  try {
    gate(headers);
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.status, error.code], [403, -32_000]);
    return false;
  }
}

const HOST = 'reviews.example';

test('the Host of BASE_URL passes with any port, or none, in any case', () => {
  for (const host of [HOST, `${HOST}:443`, `${HOST}:8787`, `${HOST}:`, 'Reviews.EXAMPLE']) {
    assert.ok(passes({ host }), host);
  }
});

test('another Host does not pass', () => {
  for (const host of [
    undefined,
    '',
    'evil.example',
    `evil.${HOST}`,
    `${HOST}.evil.example`,
    `${HOST}:443:443`,
    `${HOST}@evil.example`,
    'localhost',
    '127.0.0.1:8787',
    '[::1]:8787',
  ]) {
    assert.ok(!passes(host === undefined ? {} : { host }), String(host));
  }
});

test('where it listens on loopback only, loopback Hosts pass', () => {
  const loopback = ['localhost', 'LOCALHOST:1', '127.0.0.1:8787', '127.1.2.3', '[::1]', '[::1]:80'];
  for (const bound of ['127.0.0.1', 'localhost', '::1', '127.0.0.2']) {
    for (const host of loopback) assert.ok(passes({ host }, { host: bound }), `${host} ${bound}`);
    for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', '128.0.0.1', '[::2]']) {
      assert.ok(!passes({ host }, { host: bound }), `${host} ${bound}`);
    }
  }
  for (const bound of ['0.0.0.0', '::', '10.0.0.1']) {
    for (const host of loopback) assert.ok(!passes({ host }, { host: bound }), `${host} ${bound}`);
  }
});

test('a BASE_URL that is an IPv6 address has its Host in brackets', () => {
  const options = { baseUrl: 'http://[2001:db8::1]:8787' };
  assert.ok(passes({ host: '[2001:db8::1]:8787' }, options));
  assert.ok(passes({ host: '[2001:db8::1]' }, options));
  assert.ok(!passes({ host: '[2001:db8::2]:8787' }, options));
});

test('of pages only those of BASE_URL pass, and agents, which name no Origin', () => {
  assert.ok(passes({ host: HOST }));
  assert.ok(passes({ host: HOST, origin: 'https://reviews.example' }));
  for (const origin of [
    'null',
    '',
    'http://reviews.example',
    'https://reviews.example:8443',
    'https://reviews.example.evil.example',
    'https://evil.example',
    'http://localhost:3000',
    'http://127.0.0.1',
  ]) {
    assert.ok(!passes({ host: HOST, origin }), origin);
  }
});

test('where it listens on loopback only, pages of loopback pass', () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:6274', 'http://[::1]:1']) {
    assert.ok(passes({ host: HOST, origin }, { host: '127.0.0.1' }), origin);
  }
  for (const origin of ['null', 'http://localhost.evil.example', 'http://evil.example', 'x']) {
    assert.ok(!passes({ host: HOST, origin }, { host: '127.0.0.1' }), origin);
  }
});

test('origins of the list pass, and with * all of them', () => {
  const allowedOrigins = ['https://app.example', 'http://tool.example:3000'];
  for (const origin of allowedOrigins)
    assert.ok(passes({ host: HOST, origin }, { allowedOrigins }));
  const other = { host: HOST, origin: 'http://tool.example' };
  assert.ok(!passes(other, { allowedOrigins }));
  for (const origin of ['null', 'https://any.example']) {
    assert.ok(passes({ host: HOST, origin }, { allowedOrigins: ['*'] }));
  }
  // A list says nothing of whom a request is for.
  assert.ok(!passes({ host: 'evil.example' }, { allowedOrigins: ['*'] }));
});

function createRates() {
  const clock = { now: 0 };
  const rates = new RequestRates(() => clock.now);
  /** How often a client may ask until it is refused, and how it is. */
  const drain = (kind: 'countRequest' | 'countInitialize', client: string) => {
    for (let count = 0; ; count++) {
      try {
        rates[kind](client);
      } catch (error) {
        assert.ok(error instanceof Refusal);
        const { status, code, headers } = error;
        return { count, status, code, retryAfter: headers['Retry-After'] };
      }
    }
  };
  return { clock, rates, drain };
}

test('a client may ask 60 times at once, and then 120 times a minute', () => {
  const { clock, drain } = createRates();
  const refused = { status: 429, code: -32_000, retryAfter: '1' };
  assert.deepEqual(drain('countRequest', 'a'), { count: 60, ...refused });
  clock.now += 10_000;
  assert.deepEqual(drain('countRequest', 'a'), { count: 20, ...refused });
  clock.now += 3_600_000;
  assert.deepEqual(drain('countRequest', 'a'), { count: 60, ...refused });
});

test('a client may begin 20 sessions at once, and then 20 a minute', () => {
  const { clock, drain } = createRates();
  const refused = { status: 429, code: -32_000, retryAfter: '3' };
  assert.deepEqual(drain('countInitialize', 'a'), { count: 20, ...refused });
  clock.now += 2999;
  assert.deepEqual(drain('countInitialize', 'a'), { count: 0, ...refused, retryAfter: '1' });
  clock.now += 1;
  assert.deepEqual(drain('countInitialize', 'a'), { count: 1, ...refused });
});

test('clients and kinds of requests are counted apart', () => {
  const { rates, drain } = createRates();
  drain('countRequest', 'a');
  rates.countInitialize('a');
  rates.countRequest('b');
});

test('a fault of the client becomes a refusal with its status, message and headers', () => {
  const refusal = toRefusal(new HttpError(413, 'Too long.', [], { 'Retry-After': '1' }));
  assert.ok(refusal);
  const { status, code, message, headers, id } = refusal;
  assert.deepEqual(
    { status, code, message, headers, id },
    { status: 413, code: -32_000, message: 'Too long.', headers: { 'Retry-After': '1' }, id: null },
  );
});
