import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TOOLS } from '#agents/tools.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { AWKWARD } from './sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const description = parse(renderOpenApi(AWKWARD));
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(description, 'openapi.json');

/** What the schema at a pointer has against a value. */
function complaints(pointer: string, value: unknown): string {
  const validate = ajv.compile({ $ref: `openapi.json#${pointer}` });
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

const operationOf = (id: string) =>
  Object.values<ReturnType<typeof parse>>(description.paths['/mcp']).find(
    ({ operationId }) => operationId === id,
  ) ?? assert.fail(id);

test('§4: /mcp answers errors as JSON-RPC does, but for what no parser of HTTP takes', () => {
  for (const operationId of ['mcp', 'openMcpStream', 'endMcpSession']) {
    const { responses } = operationOf(operationId);
    for (const [status, { content }] of Object.entries<ReturnType<typeof parse>>(responses)) {
      if (Number(status) < 400 || status === '431') continue;
      assert.deepEqual(Object.keys(content), [JSON_TYPE], `${operationId} ${status}`);
      const { schema, example } = content[JSON_TYPE];
      assert.deepEqual(schema, { $ref: '#/components/schemas/McpError' });
      assert.deepEqual([example.jsonrpc, example.id], ['2.0', null]);
    }
  }
});

test('§5: a request to /mcp is a message of JSON-RPC, its answer too', () => {
  const { requestBody, responses } = operationOf('mcp');
  assert.equal(requestBody.required, true);
  assert.deepEqual(Object.keys(requestBody.content), [JSON_TYPE]);
  assert.deepEqual(Object.keys(responses['200'].content), [JSON_TYPE, 'text/event-stream']);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const [schema, right, wrong] of [
    ['McpRequestBody', [ping, [ping], { ...ping, id: 'a' }], [{ id: 1 }, [], { ...ping, id: 1.5 }]],
    [
      'McpResponseBody',
      [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'No JSON.' } },
      ],
      [{}, ping, { jsonrpc: '2.0', id: null, error: { code: '1', message: '' } }],
    ],
  ] as const) {
    for (const body of right) assert.equal(complaints(`/components/schemas/${schema}`, body), '');
    for (const body of wrong) {
      assert.notEqual(complaints(`/components/schemas/${schema}`, body), '');
    }
  }
});

test('§5: only what follows initialize needs the id of a session', () => {
  for (const [operationId, required] of [
    ['mcp', false],
    ['openMcpStream', true],
    ['endMcpSession', true],
  ] as const) {
    const parameters: ReturnType<typeof parse>[] = operationOf(operationId).parameters;
    const id = parameters.find(({ name }) => name === 'Mcp-Session-Id');
    assert.equal(id.required ?? false, required, operationId);
    // OpenAPI 3.1 §4.8.12.2: as parameters these would be ignored.
    for (const { name } of parameters) assert.ok(!['Accept', 'Content-Type'].includes(name));
  }
});

test('§5: the examples call tools that there are, with arguments that they take', () => {
  const { examples } = operationOf('mcp').requestBody.content[JSON_TYPE];
  const calls = Object.values<ReturnType<typeof parse>>(examples)
    .map(({ value }) => value)
    .filter(({ method }) => method === 'tools/call');
  assert.equal(calls.length, 2);
  for (const { params } of calls) {
    const tool = TOOLS.find(({ name }) => name === params.name) ?? assert.fail(params.name);
    assert.ok(ajv.validate(tool.inputSchema, params.arguments), ajv.errorsText());
  }
});

test('where too much is asked by MCP, an answer tells when to come back', () => {
  for (const operationId of ['mcp', 'openMcpStream', 'endMcpSession']) {
    for (const status of ['429', '503']) {
      const { headers } = operationOf(operationId).responses[status];
      assert.deepEqual(Object.keys(headers), ['Retry-After']);
    }
  }
});
