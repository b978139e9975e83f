import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TOOLS } from '#agents/agents.ts';
import { MCP_PATH } from '#agents/server-info.ts';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { CATALOG, HUB_PATH } from '#artifacts/catalog.ts';
import { renderAiCatalog, renderRegistryEntry, renderServerCard } from '#artifacts/discovery.ts';
import { renderJsonFeed } from '#artifacts/feeds/json-feed.ts';
import { ATOM_TYPE, JSON_SCHEMA_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { exampleHubForm } from '#openapi/hub.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { beginLog, createChangeLog } from '#search/changes/change-log.ts';
import { renderChanges } from '#search/changes/changes.ts';
import { findChanges, rowsOf } from '#search/changes/find-changes.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { GROUPINGS } from '#search/question/stats-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { sinceBody, sinceSlice } from '#search/since.ts';
import { SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { inlineComponents } from '../../support/description.ts';
import { sourceOf } from '../../support/review-source.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, AWKWARD_BUSINESS, BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
type Json = ReturnType<typeof parse>;
const entriesOf = (object: unknown) => Object.entries<Json>(object ?? {});
const description = parse(renderOpenApi(AWKWARD));
const { schemas } = description.components;
/** As `npm start` serves it. */
const DEMO = createDataset(
  loadContent(join(REPOSITORY, 'content')).content,
  'http://localhost:8787',
  createAnnotator(),
);
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

/** A named example, which may be a component. */
function exampleAt({ $ref, value }: Json): unknown {
  if ($ref === undefined) return value;
  return description.components.examples[$ref.replace('#/components/examples/', '')].value;
}

/** What the schema at a pointer has against a value. */
function complaints(pointer: string, value: unknown): string {
  const validate = ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
  return validate(value) ? '' : `${pointer}: ${ajv.errorsText(validate.errors)}`;
}

const complaintsOf = (schema: string, value: unknown) =>
  complaints(`/components/schemas/${schema}`, value);

const { paths }: Json = inlineComponents(description);
const operations = entriesOf(paths).flatMap(([path, item]) =>
  entriesOf(item).map(([method, operation]) => ({ method, path, operation })),
);
const operationOf = (id: string): Json =>
  operations.find(({ operation }) => operation.operationId === id)?.operation ?? assert.fail(id);
const namesOf = (parameters: Json): Json[] => parameters.map(({ name }: Json) => name);
/** The answers of an operation that are errors, but for what the HTTP parser refuses. */
const failuresOf = (id: string) =>
  entriesOf(operationOf(id).responses).filter(
    ([status]) => status === 'default' || (Number(status) >= 400 && status !== '431'),
  );

const FILE = '200 206 304 416 default';
const FEED = '200 206 304 400 416 429 default';
const FORM = '200 304 404 410 default';
const VIEW = '200 304 412 default';
const QUESTION = '200 304 400 429 default';

test('§4 §9: OpenAPI 3.1.0 of version 1.0.0 has every operation that is served, with every answer', () => {
  assert.deepEqual([description.openapi, description.info.version], ['3.1.0', '1.0.0']);
  const listed = operations.map(({ method, path, operation }) => {
    const statuses = Object.keys(operation.responses).join(' ');
    return [`${method} ${path} ${operation.operationId}`, statuses];
  });
  assert.deepEqual(listed, [
    ['get /reviews.json getReviews', FILE],
    ['get /insights.json getInsights', FILE],
    ['get /api/feed.json getFeed', FEED],
    ['get /feed.xml getAtomFeed', FEED],
    ['get /context.jsonld getContext', FILE],
    ['get /.well-known/openapi.json getDescription', FILE],
    ['get /reviews.ndjson getReviewsNdjson', FILE],
    ['get /reviews.csv getReviewsCsv', FILE],
    ['get /reviews.parquet getReviewsParquet', FILE],
    ['get /reviews.sqlite getReviewsSqlite', FILE],
    ['get /reviews/{id}.json getReview', FORM],
    ['get /reviews/{id}.md getReviewMarkdown', FORM],
    ['get /api/reviews/search searchReviews', QUESTION],
    ['get /api/reviews/search.csv searchReviewsAsCsv', QUESTION],
    ['get /api/reviews/stats getReviewStats', QUESTION],
    ['get /api/reviews/since/{date} getReviewsSince', QUESTION],
    ['get /api/reviews/changes getReviewChanges', '200 304 400 410 429 default'],
    ['get /api/websub/hub getHubStatus', '200 400 429 431 default'],
    ['post /api/websub/hub requestSubscription', '202 400 403 429 431 default'],
    ['post /mcp mcp', '200 202 400 403 404 429 431 default'],
    ['get /mcp openMcpStream', '200 400 403 404 429 431 default'],
    ['delete /mcp endMcpSession', '200 400 403 404 429 431 default'],
    ['get /.well-known/mcp/server-card.json getServerCard', FILE],
    ['get /.well-known/ai-catalog.json getAiCatalog', FILE],
    ['get /mcp/server.json getRegistryEntry', FILE],
    ['get /llms.txt getLlmsText', FILE],
    ['get /schema/reviews.json getReviewsSchema', VIEW],
    ['get /schema/insights.json getInsightsSchema', VIEW],
    ['get /datapackage.json getDataPackage', VIEW],
    ['get /.well-known/api-catalog getApiCatalog', VIEW],
  ]);
});

test('every file, table, schema and description that is published is described by its media type', () => {
  const published: (readonly [string, string])[] = [
    ...CATALOG.map(({ path, mediaType }) => [path, mediaType] as const),
    ...FORMATS.map(({ path, mediaType }) => [path, mediaType] as const),
    ...[...DESCRIPTIONS].map(([path, { mediaType }]) => [path, mediaType] as const),
    ...SCHEMA_PATHS.map((path) => [path, JSON_SCHEMA_TYPE] as const),
  ];
  assert.ok(published.length > 16);
  for (const [path, mediaType] of published) {
    // The description says of itself where else it is.
    if (path === '/openapi.json') {
      assert.ok(
        operations.some(({ operation }) => operation.description.includes(path)),
        path,
      );
    } else {
      assert.deepEqual(Object.keys(paths[path].get.responses['200'].content), [mediaType], path);
    }
  }
});

test('what any request may get is one failure, which names its statuses', () => {
  for (const { path, operation } of operations) {
    const { description: text } = operation.responses.default;
    const isOwn = path === HUB_PATH || path === MCP_PATH;
    const named = [...text.matchAll(/\b(\d{3}):/g)].map(([, status]) => status);
    const least = isOwn ? ['405', '414', '503'] : ['405', '414', '431', '503'];
    for (const status of least) assert.ok(named.includes(status), `${path} ${status}`);
    // Linters ask for one 4xx by its number: 412, where there is no other.
    const listed = Object.keys(operation.responses).filter((status) => status.startsWith('4'));
    assert.ok(listed.length > 0, path);
    if (isOwn || listed.length > 1) assert.ok(!listed.includes('412'), path);
    for (const status of named) assert.ok(status === '412' || !listed.includes(status), path);
  }
});

test('§4: search takes optional parameters within their bounds, stats the same filters, since a date', () => {
  const boundsOf = (id: string) =>
    operationOf(id)
      .parameters.filter((parameter: Json) => parameter.in === 'query')
      .map(({ name, required = false, schema }: Json) => {
        assert.equal(required, false, name);
        return [name, schema];
      });
  const stars = { type: 'number', minimum: 1, maximum: 5 };
  const date = { type: 'string', format: 'date' };
  const text = { type: 'string', minLength: 1, maxLength: 200 };
  const choice = (...names: string[]) => ({ type: 'string', enum: names });
  const [, [, { pattern }]] = boundsOf('searchReviews').filter(
    ([name]: [string]) => name === 'language' || name === 'aspect',
  );
  const filters = [
    ['rating', { type: 'integer', minimum: 1, maximum: 5 }],
    ['min_rating', stars],
    ['max_rating', stars],
    ['since', date],
    ['until', date],
    ['query', text],
    ['mentions_technician', text],
    ['mentions_service', text],
    ['service_area', text],
    ['aspect', text],
    ['sentiment', choice('positive', 'neutral', 'negative', 'mixed')],
    ['source', text],
    ['language', { type: 'string', maxLength: 64, pattern }],
    ['has_reply', { type: 'boolean' }],
    ['relationship', choice('none', 'employee', 'family', 'incentivized')],
  ];
  assert.deepEqual(boundsOf('searchReviews'), [
    ...filters,
    ['sort', choice('newest', 'oldest', 'highest', 'lowest')],
    ['after', text],
    ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
  ]);
  const oneOf = `(?:${GROUPINGS.join('|')})`;
  const namesWithCommas = `^${oneOf}(?:,${oneOf})*$`;
  assert.deepEqual(boundsOf('searchReviewsAsCsv'), boundsOf('searchReviews').slice(0, -2));
  for (const id of ['getFeed', 'getAtomFeed']) {
    assert.deepEqual(boundsOf(id), [
      ...boundsOf('searchReviews').slice(0, -1),
      ['limit', { type: 'integer', minimum: 1, maximum: 50, default: 50 }],
    ]);
  }
  assert.deepEqual(boundsOf('getReviewStats'), [
    ...filters,
    ['group_by', { type: 'string', default: 'rating', pattern: namesWithCommas }],
  ]);
  const [{ in: place, name, required, schema }] = operationOf('getReviewsSince').parameters;
  assert.deepEqual([place, name, required], ['path', 'date', true]);
  assert.deepEqual([schema.type, schema.format], ['string', 'date']);
});

test('reads have the one body of errors in two media types, and tell in words what every GET takes', () => {
  const schema = { $ref: '#/components/schemas/ErrorBody' };
  for (const { path, operation } of operations) {
    if (path === HUB_PATH || path === MCP_PATH) continue;
    const { parameters = [] } = operation;
    const sent = parameters.filter((parameter: Json) => parameter.in === 'header');
    assert.deepEqual(namesOf(sent), [], path);
    assert.match(operation.responses['304'].description, /If-None-Match/);
    for (const [status, { content }] of entriesOf(operation.responses)) {
      if (Number(status) < 400) continue;
      const { 'application/json': json, 'application/problem+json': problem } = content;
      assert.deepEqual(content, { 'application/json': json, 'application/problem+json': problem });
      assert.deepEqual(json.schema, schema, path);
      if (Number(status)) assert.equal(String(json.example.status), status, path);
      assert.deepEqual(problem.schema, json.schema);
    }
  }
});

test('§4: the hub answers errors in plain text, and takes a form with three required fields', () => {
  for (const id of ['getHubStatus', 'requestSubscription']) {
    for (const [status, { content }] of failuresOf(id)) {
      assert.deepEqual(Object.keys(content), ['text/plain'], `${id} ${status}`);
    }
  }
  const { requestBody } = operationOf('requestSubscription');
  assert.equal(requestBody.required, true);
  assert.deepEqual(Object.keys(requestBody.content), ['application/x-www-form-urlencoded']);
  const { properties, required } = schemas.HubForm;
  assert.deepEqual(required, ['hub.mode', 'hub.topic', 'hub.callback']);
  assert.deepEqual(Object.keys(properties), [
    ...required,
    'hub.lease_seconds',
    'hub.secret',
    'hub.verify_token',
  ]);
  assert.deepEqual(properties['hub.mode'].enum, ['subscribe', 'unsubscribe']);
  const example = exampleHubForm(BASE_URL);
  assert.equal(complaintsOf('HubForm', example), '');
  for (const wrong of [
    { 'hub.mode': 'publish' },
    { 'hub.topic': 'x' },
    { 'hub.lease_seconds': 0 },
  ]) {
    assert.notEqual(complaintsOf('HubForm', { ...example, ...wrong }), '');
  }
});

test('§4 §6: what the hub sends to subscribers is described too', () => {
  const { subscriber } = operationOf('requestSubscription').callbacks;
  const { get, post } = subscriber['{$request.body#/hub.callback}'];
  assert.deepEqual(
    get.parameters.map(({ name, required = false }: Json) => [name, required]),
    [
      ['hub.mode', true],
      ['hub.topic', true],
      ['hub.challenge', false],
      ['hub.lease_seconds', false],
      ['hub.verify_token', false],
      ['hub.reason', false],
    ],
  );
  assert.deepEqual(Object.keys(post.requestBody.content), [ATOM_TYPE, JSON_TYPE]);
  assert.deepEqual(namesOf(post.parameters), ['Link', 'X-Hub-Signature']);
});

test('an answer has its headers: Link of topics and pages, Last-Modified where there is one', () => {
  const dated = ['ETag', 'Last-Modified'];
  for (const [id, expected] of [
    ['getReviews', [...dated, 'Link']],
    ['getInsights', dated],
    // What is asked of a feed has no date of its own.
    ['getFeed', ['ETag', 'Link']],
    ['getAtomFeed', ['ETag', 'Link']],
    ['getDescription', dated],
    ['getReviewsCsv', dated],
    ['getDataPackage', dated],
    ['getReview', [...dated, 'Link']],
    ['getReviewMarkdown', [...dated, 'Link']],
    ['searchReviews', ['ETag', 'Link']],
    ['searchReviewsAsCsv', ['ETag']],
    ['getReviewChanges', ['ETag', 'Link']],
    ['getReviewStats', ['ETag']],
    ['getReviewsSince', dated],
    ['getServerCard', dated],
  ] as const) {
    const { headers } = operationOf(id).responses['200'];
    assert.deepEqual(Object.keys(headers), expected, id);
    // A search has no page after the last one.
    const isPage = id.startsWith('search') || id === 'getFeed' || id === 'getAtomFeed';
    if (headers.Link) assert.equal(headers.Link.required, isPage ? undefined : true, id);
    const { headers: kept, content } = operationOf(id).responses['304'];
    assert.deepEqual(Object.keys(kept), ['ETag'], id);
    assert.equal(content, undefined);
  }
  for (const told of ['If-None-Match', 'If-Modified-Since', 'Cache-Control', 'Vary', 'Range']) {
    assert.ok(description.info.description.includes(told), told);
  }
});

test('every example and default is valid under its own schema, lists say what they hold, and answers are open', () => {
  let [examples, defaults, lists] = [0, 0, 0];
  for (const { pointer, value } of objectsIn(description)) {
    const named = entriesOf(value.examples).map(([, example]) => exampleAt(example));
    // Beside a schema stands an example of it; else the object is the schema itself.
    const schema = value.schema === undefined ? pointer : `${pointer}/schema`;
    for (const example of value.example === undefined ? named : [value.example, ...named]) {
      assert.equal(complaints(schema, example), '');
      examples++;
    }
    if (value.default !== undefined) {
      assert.equal(complaints(pointer, value.default), '');
      defaults++;
    }
    if (value.type === 'array') {
      assert.ok(value.items, pointer);
      lists++;
    }
    // Later versions may add members.
    assert.notEqual(value.additionalProperties, false, pointer);
  }
  assert.ok(examples > 30 && defaults > 0 && lists > 5, `${[examples, defaults, lists]}`);
});

test('what is published is valid under the schemas, with future members too, and nothing is not', () => {
  const reviewsJson = renderReviewsJson(AWKWARD);
  const corpus = readCorpus([reviewsJson]);
  const slice = sinceSlice(corpus, AWKWARD.removed, '2026-09-01');
  const hits = { total: 2, positions: [0, 1] };
  const changes = findChanges({
    removed: [],
    added: AWKWARD.reviews,
    tombstones: { before: [], after: AWKWARD.removed },
  });
  const { id, floor } = beginLog('abcdefghijklmnop', 0);
  const log = createChangeLog({ id, floor }, rowsOf(changes, floor, 0), true);
  for (const [schema, bytes] of [
    ['ReviewsDocument', reviewsJson],
    ['InsightsDocument', renderInsightsJson(AWKWARD)],
    ['FeedDocument', renderJsonFeed(AWKWARD)],
    ['SinceResult', Buffer.concat(sinceBody(corpus, slice))],
    ['ChangesResult', renderChanges({ log, corpus, removed: AWKWARD.removed }, 0, 'json').body],
    ['SearchResult', renderSearchResult(corpus, { limit: 20, min_rating: 1 }, hits).body],
    ['ReviewsDocument', renderReviewsJson(datasetOf())],
    ['InsightsDocument', renderInsightsJson(datasetOf())],
    ['FeedDocument', renderJsonFeed(datasetOf())],
    ['ServerCard', renderServerCard(AWKWARD)],
    ['AiCatalog', renderAiCatalog(AWKWARD)],
    ['RegistryEntry', renderRegistryEntry(AWKWARD)],
  ] as const) {
    const document = parse(bytes);
    assert.equal(complaintsOf(schema, document), '');
    assert.equal(complaintsOf(schema, { ...document, more: 1 }), '');
    assert.notEqual(complaintsOf(schema, {}), '');
  }
});

test('every schema that is defined is used, and every one that is used is defined', () => {
  const used = new Set(JSON.stringify(description).match(/(?<="#\/components\/schemas\/)\w+/g));
  assert.deepEqual(used, new Set(Object.keys(schemas)));
});

test('the server is the public origin, and on localhost wherever the description is read', () => {
  const serverOf = (baseUrl: string) => parse(renderOpenApi(datasetOf({}, baseUrl))).servers[0].url;
  assert.equal(serverOf(BASE_URL), BASE_URL);
  assert.equal(serverOf('http://localhost:8787'), '/');
});

test('the business, its disclaimer and its licence are named where they are known', () => {
  const { info } = description;
  assert.equal(info.title, `Verified reviews of ${AWKWARD_BUSINESS.name}`);
  assert.ok(info.description.endsWith(`\n\n${AWKWARD_BUSINESS.disclaimer}`));
  assert.equal(info.contact.email, AWKWARD_BUSINESS.email);
  assert.equal(info.license.url, AWKWARD_BUSINESS.license);
  const { info: least } = parse(renderOpenApi(datasetOf()));
  assert.deepEqual(Object.keys(least.contact), ['name', 'url']);
  assert.equal(least.license.url, 'https://harborlaw.example/');
});

test('the description of the demonstration is small, and a difference is one of operations and components', () => {
  const text = Buffer.from(renderOpenApi(DEMO)).toString();
  assert.ok(Buffer.byteLength(text) <= 115_000, `${Buffer.byteLength(text)}`);
  const lines = text.split('\n');
  const { components } = parse(Buffer.from(text));
  for (const { method, operation } of operations) {
    const begin = `"${method}":{"operationId":"${operation.operationId}"`;
    assert.equal(lines.filter((line) => line.startsWith(begin)).length, 1, begin);
  }
  for (const name of Object.keys(components.schemas)) {
    assert.equal(lines.filter((line) => line.startsWith(`"${name}":{`)).length, 1, name);
  }
  assert.ok(lines.every(({ length }) => length < 12_000));
});

test('statuses are numbers, never ranges, which some generators cannot read', () => {
  const responses = (value: Json): string[] =>
    entriesOf(value).flatMap(([name, member]) => [
      ...(name === 'responses' ? Object.keys(member) : []),
      ...(typeof member === 'object' ? responses(member) : []),
    ]);
  const statuses = new Set(responses(description.paths));
  assert.ok(statuses.has('404'));
  assert.deepEqual(
    [...statuses].filter((one) => !/^(?:[1-5]\d\d|default)$/.test(one)),
    [],
  );
});

test('what is said again is a component', () => {
  const { components } = description;
  for (const kind of ['parameters', 'headers', 'responses']) {
    assert.ok(Object.keys(components[kind]).length > 8, kind);
  }
  const inline = operations.flatMap(({ path, method, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => ['304', '412', '431', 'default'].includes(status))
      .map((status) => description.paths[path][method].responses[status]),
  );
  assert.ok(
    inline.every(({ $ref }) => $ref),
    'answers that all operations have',
  );
});

test('every operation has an example of what it answers, but for bytes without a schema and lines that getReview shows; a part of a file is described as the whole', () => {
  let parts = 0;
  for (const { path, method, operation } of operations) {
    for (const status of ['200', '202']) {
      const media = entriesOf(operation.responses[status]?.content).map(([, one]) => one);
      const isShown = media.some(({ example, examples }) => example !== undefined || examples);
      const isText = media.some(({ schema }) => schema !== undefined);
      const isOfLines = isText && operation.description.includes('as getReview answers it');
      assert.equal(isShown || isOfLines, isText, `${method} ${path} ${status}`);
    }
    const { '200': whole, '206': part } = operation.responses;
    if (!part) continue;
    parts++;
    const schemasOf = ({ content }: Json) =>
      entriesOf(content).map(([type, { schema }]) => [type, schema]);
    assert.deepEqual(schemasOf(part), schemasOf(whole));
    assert.equal(part.headers['Content-Range'].required, true);
    // Who tries every parameter would take a part for a document.
    assert.ok(!namesOf(operation.parameters ?? []).includes('Range'), path);
  }
  assert.ok(parts > 5);
});

test('the schemas are converted once, whatever is described', () => {
  const of = (baseUrl: string) => parse(renderOpenApi(datasetOf({}, baseUrl)));
  const [one, other] = [of(BASE_URL), of('https://other.example')];
  assert.notDeepEqual(one.servers, other.servers);
  assert.deepEqual(one.components.schemas, other.components.schemas);
  assert.ok(!JSON.stringify(other).includes(BASE_URL));
});

test('§4: /mcp answers errors as JSON-RPC does, but for what no parser of HTTP takes', () => {
  const schema = { $ref: '#/components/schemas/McpError' };
  for (const id of ['mcp', 'openMcpStream', 'endMcpSession']) {
    for (const [status, { content }] of failuresOf(id)) {
      const { [JSON_TYPE]: json, ...others } = content;
      assert.deepEqual([json.schema, others], [schema, {}], `${id} ${status}`);
      assert.deepEqual([json.example.jsonrpc, json.example.id], ['2.0', null]);
    }
  }
});

test('§5: a request to /mcp is a message of JSON-RPC, its answer too', () => {
  const { requestBody, responses } = operationOf('mcp');
  assert.equal(requestBody.required, true);
  assert.deepEqual(Object.keys(requestBody.content), [JSON_TYPE]);
  assert.deepEqual(Object.keys(responses['200'].content), [JSON_TYPE, 'text/event-stream']);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const failure = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'No JSON.' } };
  const wrongCode = { ...failure, error: { code: '1', message: '' } };
  for (const [schema, right, wrong] of [
    ['McpRequestBody', [ping, [ping], { ...ping, id: 'a' }], [{ id: 1 }, [], { ...ping, id: 1.5 }]],
    ['McpResponseBody', [{ jsonrpc: '2.0', id: 1, result: {} }, failure], [{}, ping, wrongCode]],
  ] as const) {
    for (const body of right) assert.equal(complaintsOf(schema, body), '');
    for (const body of wrong) assert.notEqual(complaintsOf(schema, body), '');
  }
});

test('§5: only what follows initialize needs the id of a session', () => {
  for (const [id, required] of [
    ['mcp', false],
    ['openMcpStream', true],
    ['endMcpSession', true],
  ] as const) {
    const parameters: Json[] = operationOf(id).parameters;
    const session = parameters.find(({ name }) => name === 'Mcp-Session-Id');
    assert.equal(session.required ?? false, required, id);
    // OpenAPI 3.1 §4.8.12.2: as parameters these would be ignored.
    for (const name of ['Accept', 'Content-Type']) assert.ok(!namesOf(parameters).includes(name));
  }
});

test('§5: the examples call tools that there are, with arguments that they take', async () => {
  const { examples } = operationOf('mcp').requestBody.content[JSON_TYPE];
  const calls = entriesOf(examples)
    .map(([, { value }]) => value)
    .filter(({ method }) => method === 'tools/call');
  assert.equal(calls.length, 2);
  for (const { params } of calls) {
    const tool = TOOLS.find(({ name }) => name === params.name) ?? assert.fail(params.name);
    assert.equal((await tool.call(params.arguments, sourceOf(AWKWARD))).ok, true);
  }
});

test('429 and what may be 503 have Retry-After, and 429 outside of MCP the limit', () => {
  const limit = ['Retry-After', 'RateLimit', 'RateLimit-Policy'];
  for (const [id, status, expected] of [
    ['searchReviews', '429', limit],
    ['requestSubscription', '429', limit],
    ...['mcp', 'openMcpStream', 'endMcpSession'].flatMap((id) => [
      [id, '429', ['Retry-After']] as const,
      [id, 'default', ['Retry-After']] as const,
    ]),
  ] as const) {
    assert.deepEqual(Object.keys(operationOf(id).responses[status].headers), expected);
  }
});
