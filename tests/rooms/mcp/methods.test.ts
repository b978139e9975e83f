import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { z } from 'zod';
import { TOOLS } from '#agents/agents.ts';
import { STRANGERS_WORDS } from '#agents/tool.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { Exchange } from '../../../sidecar/mcp/exchange.ts';
import { type Answer, METHODS } from '../../../sidecar/mcp/methods.ts';
import { RpcError } from '../../../sidecar/mcp/rpc-reply.ts';
import { CACHE_HINTS } from '../../../sidecar/mcp/stateless-transport.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(AWKWARD);

async function call(name: string, params?: unknown, source = SOURCE): Promise<Answer> {
  const method = METHODS.get(name);
  assert.ok(method, name);
  return method(params, source, TOOLS);
}

/** The whole result, whichever part of it is JSON already. */
async function resultOf(name: string, params?: unknown): Promise<Record<string, unknown>> {
  const { members, json = '' } = await call(name, params);
  return { ...members, ...JSON.parse(`{${json}}`) };
}

async function errorOf(name: string, params?: unknown, source = SOURCE): Promise<RpcError> {
  try {
    await call(name, params, source);
  } catch (error) {
    assert.ok(error instanceof RpcError, String(error));
    return error;
  }
  assert.fail(`${name} is refused`);
}

for (const name of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
  test(`${name} has one page, and no cursor is one of it`, async () => {
    const result = await resultOf(name);
    assert.equal(result.nextCursor, undefined);
    for (const params of [
      { _meta: { progressToken: 1 }, other: 1 },
      { cursor: null },
      { cursor: '' },
    ]) {
      assert.deepEqual(await resultOf(name, params), result);
    }
    for (const params of [{ cursor: 'x' }, { cursor: 1 }, []]) {
      assert.equal((await errorOf(name, params)).code, -32_602);
    }
  });
}

test('a tool answers one text, the same as structured content, with the notice behind it', async () => {
  const detailed = { limit: 1, response_format: 'detailed' };
  const params = { name: 'search_reviews', arguments: detailed };
  const { content, structuredContent } = await resultOf('tools/call', params);
  const Blocks = z.array(z.strictObject({ type: z.literal('text'), text: z.string() }));
  const [json, ...others] = Blocks.parse(content).map(({ text }) => text);
  assert.deepEqual(JSON.parse(json ?? ''), structuredContent);
  assert.deepEqual(others, [STRANGERS_WORDS]);
});

test('resources/read tells of which resource it knows nothing, but not all of a long one', async () => {
  const uri = `${SOURCE.baseUrl}/nothing`;
  const { code, data } = await errorOf('resources/read', { uri });
  assert.deepEqual([code, data], [-32_002, { uri }]);
  const long = await errorOf('resources/read', { uri: `${uri}${'x'.repeat(50_000)}` });
  assert.ok(JSON.stringify([long.message, long.data]).length < 3000);
});

test('resources/read tells that a page cannot be made at the moment', async () => {
  const file = () => Promise.reject(new HttpError(503, 'Too many pages; ask again.'));
  const uri = `${SOURCE.baseUrl}/reviews/everything/`;
  const { code, message } = await errorOf('resources/read', { uri }, { ...SOURCE, file });
  assert.deepEqual([code, message], [-32_603, 'Too many pages; ask again.']);
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
    { numRuns: 50 },
  );
});

test('nothing joins an error', async () => {
  const { exchange } = createExchange();
  await exchange.run(() => ({ members: {}, json: '"tools":[]' }), {});
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'x' } };
  assert.deepEqual(sentOf(exchange, error), error);
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

test('lists may be kept for five minutes and resources for one, by anybody', () => {
  const listed = { ttlMs: 300_000, cacheScope: 'public' };
  assert.deepEqual(Object.fromEntries(CACHE_HINTS), {
    'tools/list': listed,
    'prompts/list': listed,
    'resources/list': listed,
    'resources/templates/list': listed,
    'resources/read': { ttlMs: 60_000, cacheScope: 'public' },
  });
});
