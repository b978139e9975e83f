import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOLS } from '#agents/tools.ts';
import { HttpError } from '../../../../sidecar/http/http-error.ts';
import type { Answer } from '../../../../sidecar/mcp/methods/method.ts';
import { METHODS } from '../../../../sidecar/mcp/methods/methods.ts';
import { RpcError } from '../../../../sidecar/mcp/rpc-error.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(AWKWARD);

async function call(name: string, params?: unknown, source = SOURCE): Promise<Answer> {
  const method = METHODS.get(name);
  assert.ok(method, name);
  return method(params, source);
}

/** The whole result, whichever part of it is ready-made. */
async function resultOf(name: string, params?: unknown): Promise<Record<string, unknown>> {
  const { members, ready } = await call(name, params);
  return { ...members, ...(ready && JSON.parse(`{${Buffer.concat(ready)}}`)) };
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

const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];

for (const name of LISTS) {
  test(`${name} has one page, and no cursor is one of it`, async () => {
    const result = await resultOf(name);
    assert.deepEqual(await resultOf(name, {}), result);
    assert.deepEqual(await resultOf(name, { _meta: { progressToken: 1 }, other: 1 }), result);
    assert.equal(result.nextCursor, undefined);
    assert.deepEqual(await resultOf(name, { cursor: null }), result);
    for (const cursor of ['', 'x', 1]) {
      assert.equal((await errorOf(name, { cursor })).code, -32_602);
    }
    assert.equal((await errorOf(name, [])).code, -32_602);
  });
}

test('tools/list tells every tool in its order, each read only', async () => {
  const { tools } = await resultOf('tools/list');
  assert.ok(Array.isArray(tools));
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  );
  for (const { title, annotations } of tools) {
    assert.deepEqual(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test('tools/call has its structured content again as text, and tells the revision', async () => {
  const { content, structuredContent, _meta, isError } = await resultOf('tools/call', {
    name: 'search_reviews',
    arguments: { limit: 2 },
  });
  assert.ok(Array.isArray(content));
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  assert.deepEqual(_meta, { etag: SOURCE.etag });
  assert.equal(isError, undefined);
});

test('what a tool says beside its answer is a text block of its own', async () => {
  const { content } = await resultOf('tools/call', {
    name: 'search_reviews',
    arguments: { mentions_technician: 'Nobody Known' },
  });
  assert.ok(Array.isArray(content));
  assert.ok(content.length > 1);
  assert.ok(content.every(({ type, text }) => type === 'text' && typeof text === 'string'));
});

test('arguments that a tool refuses are a result without structured content', async () => {
  const params = { name: 'search_reviews', arguments: { limit: 0 } };
  const { isError, content, ...rest } = await resultOf('tools/call', params);
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /limit/);
  assert.deepEqual(rest, {});
});

test('a tool that there is not is an error, with the name that may be meant', async () => {
  const { code, message } = await errorOf('tools/call', { name: 'search_review' });
  assert.equal(code, -32_602);
  assert.match(message, /"search_review".*search_reviews/);
  const long = await errorOf('tools/call', { name: 'x'.repeat(50_000) });
  assert.ok(long.message.length < 500);
  for (const name of ['__proto__', 'constructor', '']) {
    assert.equal((await errorOf('tools/call', { name })).code, -32_602);
  }
});

for (const [name, ...wrong] of [
  ['tools/call', undefined, {}, { name: 1 }, [], 'x', null],
  ['resources/read', undefined, {}, { uri: 1 }, { uri: null }, []],
  ['prompts/get', undefined, {}, { name: null }, { name: 'no_such_prompt' }],
  [
    'completion/complete',
    undefined,
    {},
    { ref: { type: 'ref/tool', name: 'x' }, argument: { name: 'x', value: '' } },
    { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'x', value: 1 } },
    { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'x', value: '' } },
  ],
] as const) {
  test(`${name} refuses parameters that it cannot read`, async () => {
    for (const params of wrong) assert.equal((await errorOf(name, params)).code, -32_602);
  });
}

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
