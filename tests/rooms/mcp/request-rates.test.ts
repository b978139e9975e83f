import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../sidecar/mcp/refusal.ts';
import { RequestRates } from '../../../sidecar/mcp/request-rates.ts';

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
