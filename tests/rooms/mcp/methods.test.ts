import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { TOOLS } from '#agents/agents.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { Exchange } from '../../../sidecar/mcp/exchange.ts';
import { METHODS } from '../../../sidecar/mcp/methods.ts';
import { runs } from '../../support/at-length.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

test('resources/read tells that a page cannot be made at the moment', async () => {
  const source = sourceOf(datasetOf());
  const file = () => Promise.reject(new HttpError(503, 'Too many pages; ask again.'));
  const uri = `${source.baseUrl}/reviews/everything/`;
  const read = async () => METHODS.get('resources/read')?.({ uri }, { ...source, file }, TOOLS);
  await assert.rejects(read, { code: -32_603, message: 'Too many pages; ask again.' });
});

const PLAIN = sourceOf(datasetOf());

function createExchange() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, exchange: new Exchange(PLAIN, log, TOOLS) };
}

function sentOf(exchange: Exchange, response: object): unknown {
  return JSON.parse(exchange.serialise(response));
}

test('whatever the members are, what is sent is the same as if all were serialised', async () => {
  const record = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  });
  await fc.assert(
    fc.asyncProperty(record, record, fc.jsonValue(), async (members, others, id) => {
      const { exchange } = createExchange();
      const json = JSON.stringify(others).slice(1, -1);
      const ready = json !== '' && { json };
      await exchange.run(() => ({ members, ...ready }), {});
      // An SDK adds members of its own.
      const sent = sentOf(exchange, { jsonrpc: '2.0', id, result: { ...members, more: null } });
      const whole = { jsonrpc: '2.0', id, result: { ...members, more: null, ...others } };
      assert.deepEqual(sent, JSON.parse(JSON.stringify(whole)));
    }),
    { numRuns: runs(50) },
  );
});

test('a fault of ours is logged once and told without its details', async () => {
  const { exchange, lines } = createExchange();
  const run = exchange.run(() => Promise.reject(new Error('secret detail')), {});
  await assert.rejects(run, { code: -32_603, data: undefined, message: /^(?!.*secret)/ });
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines[0]), /secret detail/);
});
