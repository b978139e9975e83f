import fc, { type Arbitrary } from 'fast-check';
import type { DescribedOperation, Parameter, Schema } from './description.ts';

/** A request of an operation: a target as it is sent, and headers. */
export type ArbitraryRequest = {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Pair = readonly [name: string, value: string];

/** Values that the schema of a parameter allows, as they are sent. */
function validValue(schema: Schema): Arbitrary<string> {
  const { type, format, minimum = 0, maximum = 1000, maxLength = 50 } = schema;
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

/** Any values, those that are nearly valid among them. */
function anyValue(schema: Schema): Arbitrary<string> {
  return fc.oneof(
    validValue(schema),
    fc.constantFrom('', '0', '-1', '6', '101', '4.5', '1e3', 'NaN', '2026-02-30', ' ', '%', 'null'),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed()),
    fc.string({ minLength: 190, maxLength: 210 }),
  );
}

const headers = fc.record(
  {
    'If-None-Match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"x", "y"', ''), visibleText()),
    'If-Modified-Since': fc.oneof(
      fc.constantFrom('Fri, 20 Nov 2099 08:00:00 GMT', 'Thu, 01 Jan 2015 00:00:00 GMT'),
      visibleText(),
    ),
    Accept: fc.oneof(
      fc.constantFrom('*/*', 'application/json', 'application/problem+json', 'text/html'),
      visibleText(),
    ),
    'Accept-Encoding': fc.oneof(
      fc.constantFrom('br', 'gzip', 'zstd;q=0.5, gzip;q=0.1', 'identity;q=0', '*'),
      visibleText(),
    ),
    Authorization: visibleText(),
    Cookie: visibleText(),
    'X-Forwarded-For': visibleText(),
    'X-Other': visibleText(),
  },
  { requiredKeys: [] },
);

function visibleText(): Arbitrary<string> {
  return fc.string({ maxLength: 30 });
}

/** A Range, which is described where an answer may be 206. */
const range = fc.constantFrom('bytes=0-9', 'bytes=-5', 'bytes=99999999-', 'bytes=9-0', 'x', '');

/** Requests whose every value is as described: no query value stands twice, none is unknown. */
export function validRequests(operation: DescribedOperation): Arbitrary<ArbitraryRequest> {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const pairs = fc.subarray(query).chain((some) => fc.tuple(...some.map(pairOf(validValue))));
  return fc
    .record({ path: pathOf(operation, validValue), pairs })
    .map(({ path, pairs: chosen }) => ({ target: path + queryOf(inOrder(chosen)), headers: {} }));
}

/** Requests with anything in them: wrong and repeated values, unknown parameters, odd headers. */
export function anyRequests(operation: DescribedOperation): Arbitrary<ArbitraryRequest> {
  const known = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => pairOf(anyValue)(parameter));
  const unknown = fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }));
  const pairs = fc.array(fc.oneof(...known, unknown), { maxLength: 5 });
  const hasRanges = operation.responses['206'] !== undefined;
  return fc
    .record({
      path: pathOf(operation, anyValue),
      pairs,
      headers,
      range: hasRanges ? fc.option(range, { nil: undefined }) : fc.constant(undefined),
    })
    .map((made) => ({
      target: made.path + queryOf(made.pairs),
      headers: { ...made.headers, ...(made.range !== undefined && { Range: made.range }) },
    }));
}

function pairOf(valueFor: (schema: Schema) => Arbitrary<string>) {
  return ({ name, schema }: Parameter): Arbitrary<Pair> =>
    fc.tuple(fc.constant(name), valueFor(schema));
}

/** The path with a value for each of its parameters. */
function pathOf(
  { path, parameters }: DescribedOperation,
  valueFor: (schema: Schema) => Arbitrary<string>,
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

/** A schema cannot say that since must not lie after until. */
function inOrder(pairs: readonly Pair[]): readonly Pair[] {
  const since = pairs.find(([name]) => name === 'since')?.[1] ?? '';
  return pairs.filter(([name, value]) => name !== 'until' || value >= since);
}

function queryOf(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}
