import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { NDJSON_TYPE } from '#artifacts/media-types.ts';
import { ErrorBody } from '#openapi/error-body.ts';
import {
  type DescribedOperation,
  describedAnswer,
  type Parameter,
  readDescription,
  type Schema,
} from '../rooms/openapi/description.ts';
import { ask, decode } from '../support/ask.ts';
import { atLength, runs } from '../support/at-length.ts';
import { startInProcess } from '../support/in-process.ts';
import { makeRelease } from '../support/release.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_120 });
/** The number of requests of each kind to an operation. */
const RUNS = atLength(5_000, 50);

const { release, dataset } = await makeRelease();
const { url } = await startInProcess({ after }, { release });
// The errors of the hub and MCP have forms of their own: tests/contract.
const operations = readDescription((await ask(url, '/.well-known/openapi.json')).json()).filter(
  ({ path }) => path !== HUB_PATH && path !== MCP_PATH,
);

/** Bodies that were found right, by path and tag; most answers are one that was seen. */
const known = new Set<string>();

/** Asks, and holds the answer against what the description says of the operation. */
async function checkAnswer(operation: DescribedOperation, request: ArbitraryRequest) {
  const answered = await ask(url, request.target, { headers: request.headers });
  const { status, headers } = answered;
  const described = describedAnswer(operation, status);
  assert.ok(described, `${status} is described for ${operation.path}`);
  for (const [name, { required }] of Object.entries(described.headers)) {
    if (required) assert.ok(headers[name.toLowerCase()], `${name} of ${status}`);
  }
  const types = Object.keys(described.content);
  const mediaType = String(headers['content-type'] ?? '');
  if (types.length === 0) assert.equal(answered.body.length, 0);
  else assert.ok(types.includes(mediaType), `${mediaType} is described for ${status}`);
  const seen = `${operation.path} ${status} ${headers.etag}`;
  if (types.length === 0 || status === 206 || (headers.etag && known.has(seen))) return answered;
  known.add(seen);
  // Bytes that are no text have no schema.
  if (described.content[mediaType]?.schema !== undefined) {
    const text = decode(answered);
    const [type = ''] = mediaType.split(';');
    const body = type.endsWith('json') && type !== NDJSON_TYPE ? JSON.parse(text) : text;
    const where = operation.responses[status] ? status : 'default';
    assert.equal(operation.faultOf(where, mediaType, body), undefined);
    if (status >= 400) assert.equal(ErrorBody.parse(body).status, status);
  }
  return answered;
}

test('§4 a body that is not as described is noticed', () => {
  assert.ok(operations.length > 10);
  for (const { responses, faultOf } of operations) {
    const { schema } = responses[200]?.content['application/json'] ?? {};
    if (schema) assert.match(String(faultOf(200, 'application/json', {})), /required/);
    assert.match(String(faultOf('default', 'application/json', { status: 'x' })), /required/);
  }
});

for (const operation of operations) {
  const { operationId, parameters } = operation;
  const hasMany = parameters.some((parameter) => parameter.in !== 'header');

  test(`§4 §9 ${operationId}: what is described as valid is answered 200 as described`, async () => {
    await fc.assert(
      fc.asyncProperty(validRequests(operation), async (request) => {
        const { status, text } = await checkAnswer(operation, request);
        assert.equal(status, 200, text.slice(0, 500));
      }),
      { numRuns: hasMany ? runs(500) : 1 },
    );
  });

  test(`§4 §7 ${operationId}: whatever is sent is answered as described`, async () => {
    await fc.assert(
      fc.asyncProperty(anyRequests(operation), async (request) => {
        await checkAnswer(operation, request);
      }),
      { numRuns: hasMany ? RUNS : RUNS / 10 },
    );
  });

  // Others ignore the parameters that they do not know.
  if (operation.responses['400']) {
    test(`§7 ${operationId}: what is described as invalid is answered 400, which names it`, async () => {
      await fc.assert(
        fc.asyncProperty(invalidRequests(operation), async ({ name, ...request }) => {
          const { status, text } = await checkAnswer(operation, request);
          assert.equal(status, 400, text.slice(0, 500));
          const { issues } = ErrorBody.parse(JSON.parse(text));
          assert.ok(
            issues.some(({ path }) => path[0] === name),
            `${name}: ${text.slice(0, 500)}`,
          );
        }),
        { numRuns: runs(300) },
      );
    });
  }
}

/** A request of an operation: a target as it is sent, and headers. */
type ArbitraryRequest = {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Pair = readonly [name: string, value: string];

/** Values that the schema of a parameter allows, as they are sent. */
function validValue(schema: Schema): Arbitrary<string> {
  const { type, format, minimum = 0, maximum = 1000, maxLength = 50, pattern } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (pattern !== undefined) {
    return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length <= maxLength);
  }
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum }).map(String);
  if (type === 'number') {
    const tenths = fc.integer({ min: minimum * 10, max: maximum * 10 });
    return tenths.map((value) => String(value / 10));
  }
  if (format === 'date') {
    const from = { min: new Date('2019-01-01'), max: new Date('2029-12-31') };
    return fc.date({ ...from, noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  }
  // A letter makes it something to search for.
  return fc
    .string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) - 1 })
    .map((text) => `a${text.replace(/\p{Cc}/gu, '')}`.slice(0, maxLength).toWellFormed());
}

const NO_VALUES = fc.constantFrom('x', 'null', 'NaN', '[]', '{}', '1,5');

/** Values that the schema of a parameter forbids, as they are sent. */
function invalidValue(schema: Schema): Arbitrary<string> {
  const { type, format, minimum = 0, maximum = 1000, minLength = 0, maxLength, pattern } = schema;
  if (schema.enum) return NO_VALUES;
  if (type === 'boolean') return fc.oneof(NO_VALUES, fc.constantFrom('1', '0', 'yes', ''));
  if (type === 'integer' || type === 'number') {
    const outside = fc.oneof(fc.integer({ max: minimum - 1 }), fc.integer({ min: maximum + 1 }));
    const parts = fc.integer({ min: minimum, max: maximum - 1 }).map((whole) => `${whole}.25`);
    return fc.oneof(NO_VALUES, outside.map(String), type === 'integer' ? parts : NO_VALUES);
  }
  if (format === 'date') {
    return fc.oneof(NO_VALUES, fc.constantFrom('2026-02-30', '2026-13-01', '20260101', '2026-1-1'));
  }
  const wrong: Arbitrary<string>[] = [];
  if (minLength > 0) wrong.push(fc.constant(''));
  if (maxLength !== undefined) {
    const tooLong = fc.string({ minLength: maxLength + 1, maxLength: maxLength + 50 });
    wrong.push(tooLong.map((text) => text.replace(/[^ -~]/g, 'a')));
  }
  if (pattern !== undefined) {
    const isRight = new RegExp(pattern);
    wrong.push(fc.string({ maxLength: 30 }).filter((text) => !isRight.test(text)));
  }
  return fc.oneof(...wrong);
}

/** Any values, those that are nearly valid among them. */
function anyValue(schema: Schema): Arbitrary<string> {
  return fc.oneof(
    validValue(schema),
    fc.constantFrom('', '0', '-1', '6', '101', '4.5', '1e3', 'NaN', '2026-02-30', ' ', '%', 'null'),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed()),
    fc.string({ minLength: 190, maxLength: 210 }),
  );
}

/** A schema cannot say which reviews there are. */
const ids = fc.constantFrom(...dataset.reviews.map(({ id }) => id));
const removedIds = fc.constantFrom(...dataset.removed.map(({ id }) => id));

const validFor = ({ name, schema }: Parameter) => (name === 'id' ? ids : validValue(schema));
const anyFor = ({ name, schema }: Parameter) =>
  name === 'id' ? fc.oneof(ids, removedIds, anyValue(schema)) : anyValue(schema);

const orText = (...values: readonly string[]) =>
  fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 30 }));
const HEADERS = {
  'If-Match': orText('*', '"x"'),
  'If-Unmodified-Since': orText('Thu, 01 Jan 2015 00:00:00 GMT'),
  'If-None-Match': orText('*', '"x"', 'W/"x", "y"', ''),
  'If-Modified-Since': orText('Fri, 20 Nov 2099 08:00:00 GMT', 'Thu, 01 Jan 2015 00:00:00 GMT'),
  Accept: orText('*/*', 'application/json', 'application/problem+json', 'text/html'),
  'Accept-Encoding': orText('br', 'gzip', 'zstd;q=0.5, gzip;q=0.1', 'identity;q=0', '*'),
  Authorization: orText('x'),
  'X-Forwarded-For': orText('x'),
};
/** Is described where an answer may be 206. */
const RANGE = fc.constantFrom('bytes=0-9', 'bytes=-5', 'bytes=99999999-', 'bytes=9-0', 'x', '');

const inQuery = ({ parameters }: DescribedOperation) =>
  parameters.filter((parameter) => parameter.in === 'query');
/** Only a walk finds valid ones: tests/rooms/search/question/cursor.test.ts. */
const isCursor = ({ name }: Parameter) => name === 'after';

/** Requests whose every value is as described: no query value stands twice, none is unknown. */
function validRequests(operation: DescribedOperation): Arbitrary<ArbitraryRequest> {
  const query = inQuery(operation).filter((parameter) => !isCursor(parameter));
  const pairs = fc.subarray(query).chain((some) => fc.tuple(...some.map(pairOf(validFor))));
  return fc
    .tuple(pathOf(operation, validFor), pairs)
    .map(([path, chosen]) => ({ target: path + queryOf(asMeant(chosen)), headers: {} }));
}

/** Requests with anything in them: wrong and repeated values, unknown parameters, odd headers. */
function anyRequests(operation: DescribedOperation): Arbitrary<ArbitraryRequest> {
  const unknown = fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }));
  const pairs = fc.array(fc.oneof(...inQuery(operation).map(pairOf(anyFor)), unknown), {
    maxLength: 5,
  });
  const all = operation.responses['206'] ? { ...HEADERS, Range: RANGE } : HEADERS;
  return fc
    .tuple(pathOf(operation, anyFor), pairs, fc.record(all, { requiredKeys: [] }))
    .map(([path, chosen, headers]) => ({ target: path + queryOf(chosen), headers }));
}

/**
 * Requests of which one thing is not as described: a value, one that stands twice, or a name that is
 * unknown.
 */
function invalidRequests(
  operation: DescribedOperation,
): Arbitrary<ArbitraryRequest & { readonly name: string }> {
  const wrong = operation.parameters
    .filter(({ in: where, schema }) => where !== 'header' && isBounded(schema))
    .map(pairOf(({ schema }) => invalidValue(schema)));
  // Files ignore parameters that they do not know, as readers add some to addresses of feeds.
  const unknown = operation.responses['206'] ? [] : [fc.tuple(unknownName, fc.constant('x'))];
  const twice = inQuery(operation)
    .filter((parameter) => !isCursor(parameter))
    .map((parameter) => fc.array(pairOf(validFor)(parameter), { minLength: 2, maxLength: 2 }));
  const once = [...wrong, ...unknown].map((fault) => fault.map((pair): readonly Pair[] => [pair]));
  const faults = fc.oneof(...once, ...twice);
  return fc.tuple(pathOf(operation, validFor), faults).map(([path, pairs]) => {
    const [[name, value] = ['', '']] = pairs;
    const isInPath = operation.path.includes(`{${name}}`);
    const target = isInPath
      ? operation.path.replace(`{${name}}`, () => encodeURIComponent(value))
      : path + queryOf(pairs);
    return { target, headers: {}, name };
  });
}

const unknownName = fc.stringMatching(/^x[a-z_]{1,12}$/);

/** True where a schema forbids some texts. */
function isBounded({ type, ...bounds }: Schema): boolean {
  const keywords = ['enum', 'format', 'minLength', 'maxLength', 'pattern'];
  return type !== 'string' || keywords.some((keyword) => keyword in bounds);
}

function pairOf(valueFor: (parameter: Parameter) => Arbitrary<string>) {
  return (parameter: Parameter): Arbitrary<Pair> =>
    fc.tuple(fc.constant(parameter.name), valueFor(parameter));
}

/** The path with a value for each of its parameters. */
function pathOf(
  { path, parameters }: DescribedOperation,
  valueFor: (parameter: Parameter) => Arbitrary<string>,
): Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(...inPath.map(pairOf(valueFor)))
    .map((pairs) =>
      pairs.reduce(
        (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
        path,
      ),
    );
}

/** A schema cannot say that one value must not be below another, nor that a list holds each once. */
function asMeant(pairs: readonly Pair[]): readonly Pair[] {
  const given = (sought: string) => pairs.find(([name]) => name === sought)?.[1] ?? '';
  const distinct = (list: string) => [...new Set(list.split(','))].join(',');
  return pairs
    .filter(([name, value]) => name !== 'until' || value >= given('since'))
    .filter(([name, value]) => name !== 'max_rating' || +value >= +given('min_rating'))
    .map(([name, value]) => [name, name === 'group_by' ? distinct(value) : value]);
}

function queryOf(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}
