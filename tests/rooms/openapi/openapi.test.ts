import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TOOLS } from '#agents/agents.ts';
import { MCP_PATH } from '#agents/server-info.ts';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { renderAiCatalog, renderRegistryEntry, renderServerCard } from '#artifacts/discovery.ts';
import { renderJsonFeed } from '#artifacts/json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { exampleHubForm } from '#openapi/hub.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { EXAMPLE_BAD_SEARCH } from '#openapi/reviews.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { parseSearchParameters } from '#search/search-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { sinceBody, sinceSlice } from '#search/since.ts';
import { AWKWARD, AWKWARD_BUSINESS, BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const description = parse(renderOpenApi(AWKWARD));
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(description, 'openapi.json');

type Found = { readonly pointer: string; readonly value: Record<string, unknown> };

/** Every object in a value, with its JSON Pointer. */
function objectsIn(value: unknown, pointer = ''): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    // An example is a value, in which nothing is a schema.
    key === 'example' || key === 'examples'
      ? []
      : objectsIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return Array.isArray(value) ? inner : [{ pointer, value: { ...value } }, ...inner];
}

/** What the schema at a pointer has against a value. */
function complaints(pointer: string, value: unknown): string {
  const validate = ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
  return validate(value) ? '' : `${pointer}: ${ajv.errorsText(validate.errors)}`;
}

const operations: [string, string, ReturnType<typeof parse>][] = Object.entries(
  description.paths,
).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]): [string, string, unknown] => [
    method,
    path,
    operation,
  ]),
);
const reads = operations.filter(([, path]) => path !== HUB_PATH && path !== MCP_PATH);
const operationOf = (id: string) =>
  operations.find(([, , { operationId }]) => operationId === id)?.[2] ?? assert.fail(id);

test('§9: the format is OpenAPI 3.1.0 and the interface 1.0.0', () => {
  assert.equal(description.openapi, '3.1.0');
  assert.equal(description.info.version, '1.0.0');
});

test('§4: every endpoint that is served has its operation', () => {
  assert.deepEqual(
    operations.map(([method, path, { operationId }]) => `${method} ${path} ${operationId}`),
    [
      'get /reviews.json getReviews',
      'get /insights.json getInsights',
      'get /api/feed.json getFeed',
      'get /feed.xml getAtomFeed',
      'get /.well-known/openapi.json getDescription',
      'get /api/reviews/search searchReviews',
      'get /api/reviews/since/{date} getReviewsSince',
      'get /api/websub/hub getHubStatus',
      'post /api/websub/hub requestSubscription',
      'post /mcp mcp',
      'get /mcp openMcpStream',
      'delete /mcp endMcpSession',
      'get /mcp/server-card getServerCard',
      'get /.well-known/ai-catalog.json getAiCatalog',
      'get /mcp/server.json getRegistryEntry',
      'get /llms.txt getLlmsText',
    ],
  );
});

test('§4: search takes eight optional parameters within their bounds', () => {
  const parameters = operationOf('searchReviews')
    .parameters.filter((parameter: { in: string }) => parameter.in === 'query')
    .map(({ name, required = false, schema }: ReturnType<typeof parse>) => {
      const { description: _, example: __, ...bounds } = schema;
      return [name, required, bounds];
    });
  const date = { type: 'string', format: 'date' };
  const text = { type: 'string', minLength: 1, maxLength: 200 };
  assert.deepEqual(parameters, [
    ['rating', false, { type: 'integer', minimum: 1, maximum: 5 }],
    ['min_rating', false, { type: 'number', minimum: 1, maximum: 5 }],
    ['since', false, date],
    ['until', false, date],
    ['query', false, text],
    ['mentions_technician', false, text],
    ['mentions_service', false, text],
    ['limit', false, { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
  ]);
});

test('§4: since takes one date in its path', () => {
  const [date] = operationOf('getReviewsSince').parameters;
  assert.deepEqual(
    [date.in, date.name, date.required, date.schema.type, date.schema.format],
    ['path', 'date', true, 'string', 'date'],
  );
});

test('every operation takes the validators of conditional requests', () => {
  for (const [, path, { parameters }] of reads) {
    const headers = parameters.filter((parameter: { in: string }) => parameter.in === 'header');
    assert.deepEqual(
      headers.map(({ name }: { name: string }) => name),
      ['If-None-Match', 'If-Modified-Since'],
      path,
    );
  }
});

for (const [operationId, statuses] of [
  ['getReviews', '200 206 304 405 412 414 416 431 503'],
  ['getInsights', '200 206 304 405 412 414 416 431 503'],
  ['getFeed', '200 206 304 405 412 414 416 431 503'],
  ['getAtomFeed', '200 206 304 405 412 414 416 431 503'],
  ['getDescription', '200 206 304 405 412 414 416 431 503'],
  ['searchReviews', '200 304 400 405 412 414 429 431 503'],
  ['getReviewsSince', '200 304 400 405 412 414 429 431 503'],
  ['getHubStatus', '200 405 414 429 431 503'],
  ['requestSubscription', '202 400 403 405 413 414 415 429 431 503'],
  ['mcp', '200 202 400 403 404 405 406 413 414 415 429 431 503'],
  ['openMcpStream', '200 400 403 404 405 406 409 414 429 431 503'],
  ['endMcpSession', '200 400 403 404 405 414 429 431 503'],
  ['getServerCard', '200 206 304 405 412 414 416 431 503'],
  ['getAiCatalog', '200 206 304 405 412 414 416 431 503'],
  ['getRegistryEntry', '200 206 304 405 412 414 416 431 503'],
  ['getLlmsText', '200 206 304 405 412 414 416 431 503'],
] as const) {
  test(`${operationId} tells every answer: ${statuses}`, () => {
    assert.equal(Object.keys(operationOf(operationId).responses).join(' '), statuses);
  });
}

test('every error has the one body of errors, in two media types', () => {
  const body = { $ref: '#/components/schemas/ErrorBody' };
  for (const [, path, { responses }] of reads) {
    for (const [status, { content }] of Object.entries<ReturnType<typeof parse>>(responses)) {
      if (Number(status) < 400) continue;
      assert.deepEqual(Object.keys(content), ['application/json', 'application/problem+json']);
      for (const { schema, example } of Object.values<ReturnType<typeof parse>>(content)) {
        assert.deepEqual(schema, body, path);
        assert.equal(String(example.status), status);
      }
    }
  }
});

test('the hub answers errors in plain text, but for what the HTTP parser refuses', () => {
  for (const operationId of ['getHubStatus', 'requestSubscription']) {
    const { responses } = operationOf(operationId);
    for (const [status, { content }] of Object.entries<ReturnType<typeof parse>>(responses)) {
      if (Number(status) < 400 || status === '431') continue;
      assert.deepEqual(Object.keys(content), ['text/plain'], `${operationId} ${status}`);
    }
  }
});

test('§4: the hub takes a form with three required fields', () => {
  const { requestBody } = operationOf('requestSubscription');
  assert.equal(requestBody.required, true);
  assert.deepEqual(Object.keys(requestBody.content), ['application/x-www-form-urlencoded']);
  const { properties, required } = description.components.schemas.HubForm;
  assert.deepEqual(required, ['hub.mode', 'hub.topic', 'hub.callback']);
  assert.deepEqual(Object.keys(properties), [...required, 'hub.lease_seconds', 'hub.secret']);
  assert.deepEqual(properties['hub.mode'].enum, ['subscribe', 'unsubscribe']);
  const example = exampleHubForm(BASE_URL);
  assert.equal(complaints('/components/schemas/HubForm', example), '');
  for (const wrong of [
    { 'hub.mode': 'publish' },
    { 'hub.topic': 'x' },
    { 'hub.lease_seconds': 0 },
  ]) {
    assert.notEqual(complaints('/components/schemas/HubForm', { ...example, ...wrong }), '');
  }
});

test('§4 §6: what the hub sends to subscribers is described too', () => {
  const { callbacks } = operationOf('requestSubscription');
  const { get, post } = callbacks.subscriber['{$request.body#/hub.callback}'];
  assert.deepEqual(
    get.parameters.map(({ name, required = false }: ReturnType<typeof parse>) => [name, required]),
    [
      ['hub.mode', true],
      ['hub.topic', true],
      ['hub.challenge', false],
      ['hub.lease_seconds', false],
      ['hub.reason', false],
    ],
  );
  assert.deepEqual(Object.keys(post.requestBody.content), [ATOM_TYPE, JSON_TYPE]);
  assert.deepEqual(
    post.parameters.map(({ name }: { name: string }) => name),
    ['Link', 'X-Hub-Signature'],
  );
});

test('the example of an invalid search is what the service answers', () => {
  const asked = parseSearchParameters('rating=7&sinc=2026-01-01');
  assert.deepEqual(asked.problems, EXAMPLE_BAD_SEARCH.issues);
});

test('an answer tells its headers: Link of topics, Last-Modified where there is one', () => {
  const shared = ['ETag', 'Last-Modified', 'Cache-Control'];
  for (const [operationId, expected] of [
    ['getReviews', [...shared, 'Vary', 'Link']],
    ['getInsights', [...shared, 'Vary']],
    ['getFeed', [...shared, 'Vary', 'Link']],
    ['getAtomFeed', [...shared, 'Vary', 'Link']],
    ['getDescription', [...shared, 'Vary']],
    ['searchReviews', ['ETag', 'Cache-Control']],
    ['getReviewsSince', shared],
    ['getServerCard', [...shared, 'Vary']],
  ] as const) {
    const { responses } = operationOf(operationId);
    for (const status of ['200', '304']) {
      assert.deepEqual(Object.keys(responses[status].headers), expected, operationId);
    }
    assert.equal(responses['304'].content, undefined);
  }
});

test('every example is valid under its own schema', () => {
  let count = 0;
  for (const { pointer, value } of objectsIn(description)) {
    const named = parse(Buffer.from(JSON.stringify(value.examples ?? {})));
    const examples = [
      ...(value.example === undefined ? [] : [value.example]),
      ...Object.values<ReturnType<typeof parse>>(named).map((example) => example.value),
    ];
    // Beside a schema stands an example of it; else the object is the schema itself.
    const schema = value.schema === undefined ? pointer : `${pointer}/schema`;
    for (const example of examples) assert.equal(complaints(schema, example), '');
    count += examples.length;
  }
  assert.ok(count > 30, `${count} examples`);
});

test('every default is valid under its own schema, and every list says what it holds', () => {
  const schemas = objectsIn(description);
  const defaults = schemas.filter(({ value }) => value.default !== undefined);
  assert.ok(defaults.length > 0);
  for (const { pointer, value } of defaults) assert.equal(complaints(pointer, value.default), '');
  const lists = schemas.filter(({ value }) => value.type === 'array');
  assert.ok(lists.length > 5);
  for (const { pointer, value } of lists) assert.ok(value.items, pointer);
});

test('what is published is valid under the schemas, with future members too, and nothing is not', () => {
  const reviewsJson = renderReviewsJson(AWKWARD);
  const corpus = readCorpus([reviewsJson]);
  const since = Buffer.concat(sinceBody(corpus, sinceSlice(corpus, AWKWARD.removed, '2026-09-01')));
  const search = renderSearchResult(
    corpus,
    { limit: 20, min_rating: 1 },
    { total: 2, positions: [0, 1] },
  );
  for (const [schema, bytes] of [
    ['ReviewsDocument', reviewsJson],
    ['InsightsDocument', renderInsightsJson(AWKWARD)],
    ['FeedDocument', renderJsonFeed(AWKWARD)],
    ['SinceResult', since],
    ['SearchResult', search.body],
    ['ReviewsDocument', renderReviewsJson(datasetOf())],
    ['InsightsDocument', renderInsightsJson(datasetOf())],
    ['FeedDocument', renderJsonFeed(datasetOf())],
    ['ServerCard', renderServerCard(AWKWARD)],
    ['AiCatalog', renderAiCatalog(AWKWARD)],
    ['RegistryEntry', renderRegistryEntry(AWKWARD)],
  ] as const) {
    const document = parse(bytes);
    assert.equal(complaints(`/components/schemas/${schema}`, document), '');
    assert.equal(complaints(`/components/schemas/${schema}`, { ...document, more: 1 }), '');
    assert.notEqual(complaints(`/components/schemas/${schema}`, {}), '');
  }
});

test('no answer forbids members that later versions may add', () => {
  for (const { pointer, value } of objectsIn(description)) {
    assert.notEqual(value.additionalProperties, false, pointer);
  }
});

test('every schema that is defined is used, and every one that is used is defined', () => {
  const used = new Set(JSON.stringify(description).match(/(?<="#\/components\/schemas\/)\w+/g));
  assert.deepEqual(used, new Set(Object.keys(description.components.schemas)));
});

test('the server is the public origin, and on localhost wherever the description is read', () => {
  const serverOf = (baseUrl: string) => parse(renderOpenApi(datasetOf({}, baseUrl))).servers[0].url;
  assert.equal(serverOf(BASE_URL), BASE_URL);
  assert.equal(serverOf('http://localhost:8787'), '/');
});

test('the business, its disclaimer and its licence are told where they are known', () => {
  const { info } = description;
  assert.equal(info.title, `Verified reviews of ${AWKWARD_BUSINESS.name}`);
  assert.ok(info.description.endsWith(`\n\n${AWKWARD_BUSINESS.disclaimer}`));
  assert.equal(info.contact.email, AWKWARD_BUSINESS.email);
  assert.equal(info.license.url, AWKWARD_BUSINESS.license);
  const { info: least } = parse(renderOpenApi(datasetOf()));
  assert.deepEqual(Object.keys(least.contact), ['name', 'url']);
  assert.equal(least.license.url, 'https://harborlaw.example/');
});

test('the description is small enough to be served compressed from the beginning', () => {
  // Above this size a rebuild publishes a file as it is, and its codings follow.
  assert.ok(renderOpenApi(AWKWARD).length < 256 * 1024);
});

test('files that may be too small to be compressed do not promise Vary, others do', () => {
  for (const [operationId, required] of [
    ['getServerCard', undefined],
    ['getRegistryEntry', undefined],
    ['getReviews', true],
  ] as const) {
    assert.equal(operationOf(operationId).responses['200'].headers.Vary.required, required);
  }
});

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

test('429 and 503 have Retry-After, and 429 outside of MCP the limit', () => {
  for (const operationId of ['searchReviews', 'requestSubscription']) {
    const { headers } = operationOf(operationId).responses['429'];
    assert.deepEqual(Object.keys(headers), ['Retry-After', 'RateLimit', 'RateLimit-Policy']);
  }
  for (const operationId of ['mcp', 'openMcpStream', 'endMcpSession']) {
    for (const status of ['429', '503']) {
      const { headers } = operationOf(operationId).responses[status];
      assert.deepEqual(Object.keys(headers), ['Retry-After']);
    }
  }
});
