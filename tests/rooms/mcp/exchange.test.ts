import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { Exchange } from '../../../sidecar/mcp/exchange.ts';
import type { Answer } from '../../../sidecar/mcp/methods/method.ts';
import { RpcError } from '../../../sidecar/mcp/rpc-error.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(datasetOf());

function createExchange() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, exchange: new Exchange(SOURCE, log) };
}

/** What is sent for a method's answer where an SDK adds some members to the result. */
async function send(answer: Answer, more: object = {}): Promise<unknown> {
  const { exchange } = createExchange();
  const members = await exchange.run(() => answer, {});
  return sentOf(exchange, { jsonrpc: '2.0', id: 1, result: { ...members, ...more } });
}

function sentOf(exchange: Exchange, response: object): unknown {
  return JSON.parse(Buffer.concat(exchange.serialise(response)).toString('utf8'));
}

test('ready-made JSON joins what an SDK makes of the other members', async () => {
  const ready = ['"content":[{"type":"text",', '"text":"}]\\u2028 🙂"}],"isError":false'].map(
    (piece) => Buffer.from(piece),
  );
  const content = { content: [{ type: 'text', text: '}]\u2028 🙂' }], isError: false };
  assert.deepEqual(await send({ members: { _meta: { etag: '"1"' } }, ready }, { more: null }), {
    jsonrpc: '2.0',
    id: 1,
    result: { _meta: { etag: '"1"' }, more: null, ...content },
  });
  const alone = { jsonrpc: '2.0', id: 1, result: content };
  assert.deepEqual(await send({ members: {}, ready }), alone);
});

test('an answer without ready-made JSON is sent as the SDK has it', async () => {
  assert.deepEqual(await send({ members: { prompts: [] } }, { ttlMs: 1 }), {
    jsonrpc: '2.0',
    id: 1,
    result: { prompts: [], ttlMs: 1 },
  });
});

test('whatever the members are, what is sent is the same as if all were serialised', async () => {
  const record = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  });
  await fc.assert(
    fc.asyncProperty(record, record, fc.jsonValue(), async (members, readyMembers, id) => {
      const { exchange } = createExchange();
      const ready = Buffer.from(JSON.stringify(readyMembers).slice(1, -1));
      await exchange.run(() => ({ members, ...(ready.length > 0 && { ready: [ready] }) }), {});
      const sent = sentOf(exchange, { jsonrpc: '2.0', id, result: members });
      const whole = { jsonrpc: '2.0', id, result: { ...members, ...readyMembers } };
      assert.deepEqual(sent, JSON.parse(JSON.stringify(whole)));
    }),
    { numRuns: 50 },
  );
});

test('nothing joins an error', async () => {
  const { exchange } = createExchange();
  await exchange.run(() => ({ members: {}, ready: [Buffer.from('"tools":[]')] }), {});
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'x' } };
  assert.deepEqual(sentOf(exchange, error), error);
});

test('a method is given the parameters and the release', async () => {
  const { exchange } = createExchange();
  const members = await exchange.run((params, source) => ({ members: { params, source } }), [1]);
  assert.deepEqual(members, { params: [1], source: SOURCE });
});

test('what a method refuses is told as it is, and not logged', async () => {
  const { exchange, lines } = createExchange();
  const refusal = new RpcError(-32_602, 'Invalid params: x');
  const run = exchange.run(() => {
    throw refusal;
  }, {});
  await assert.rejects(run, refusal);
  assert.deepEqual(lines, []);
});

test('a fault of ours is logged once and told without its details', async () => {
  const { exchange, lines } = createExchange();
  const run = exchange.run(() => Promise.reject(new Error('secret detail')), {});
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof RpcError);
    assert.equal(error.code, -32_603);
    assert.doesNotMatch(error.message, /secret/);
    assert.equal(error.data, undefined);
    return true;
  });
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines[0]), /secret detail/);
});
