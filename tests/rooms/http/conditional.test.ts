import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConditionalHeaders, evaluateConditions } from '../../../sidecar/http/conditional.ts';
import { processorMs } from '../../support/measure.ts';

// Their order (RFC 9110 §13.2.2) is recorded: tests/contract/requests/files.ts.
const BEFORE = 'Fri, 20 Nov 2026 07:59:59 GMT';
const AT = 'Fri, 20 Nov 2026 08:00:00 GMT';
const AFTER = 'Fri, 20 Nov 2026 08:00:01 GMT';
/** The representations "id", "br" and one with a comma; "id" would be sent. */
const CURRENT = {
  etag: '"id"',
  etags: () => ['"id"', '"br"', '"a,b"'],
  lastModified: Date.parse(AT),
};

/** Fields by the answer that each gives alone: 200, 412, or the tag that a 304 repeats. */
const VERDICTS = [
  [
    'if-none-match',
    '"id"',
    ['"id"', 'W/"id"', '"other", "id"', '"x",W/"id"', ' "id" ', '*', ' * '],
  ],
  [
    'if-none-match',
    200,
    ['"other"', '', 'id', '"id', 'w/"idx"', '"id "', '"ID"', ',', '**', '"a", "b"'],
  ],
  ['if-none-match', '"a,b"', ['"x", "a,b"']],
  // The tag of any coding matches; of several, that of the preferred one is repeated.
  ['if-none-match', '"br"', ['W/"br"', '"x", "br"']],
  ['if-none-match', '"id"', ['"br", "id"']],
  ['if-modified-since', '"id"', [AT, AFTER, 'Friday, 20-Nov-26 08:00:00 GMT']],
  ['if-modified-since', 200, [BEFORE, '2026-11-20T08:00:00Z', 'soon']],
  // By strong comparison.
  ['if-match', 200, ['"id"', '"x", "br"', '*']],
  ['if-match', 412, ['W/"id"', '"x"', '']],
  ['if-unmodified-since', 200, [AT, 'rubbish']],
  ['if-unmodified-since', 412, [BEFORE]],
] as const;

function assertVerdict(headers: ConditionalHeaders, expected: string | number, current = CURRENT) {
  const verdict =
    typeof expected === 'string' ? { status: 304, etag: expected } : { status: expected };
  assert.deepEqual(evaluateConditions(headers, current), verdict, JSON.stringify(headers));
}

for (const [name, expected, fields] of VERDICTS) {
  test(`${name} is answered ${expected} for ${fields.join(' and ')}`, () => {
    for (const field of fields) assertVerdict({ [name]: field }, expected);
  });
}

test('a date that lies ahead is compared as it was recorded, not as it is sent', () => {
  const ahead = { ...CURRENT, lastModified: Date.parse('2046-11-20T08:00:00Z') };
  // The Date that is sent in its place does not say which bytes the client holds.
  assertVerdict({ 'if-modified-since': AFTER }, 200, ahead);
  // From before the clock was corrected: those of a version before, and these.
  assertVerdict({ 'if-modified-since': 'Tue, 20 Nov 2046 07:59:59 GMT' }, 200, ahead);
  assertVerdict({ 'if-modified-since': 'Tue, 20 Nov 2046 08:00:00 GMT' }, '"id"', ahead);
});

test('a field of 16 kB of quotation marks is read at once', () => {
  for (const unit of ['"', '"a', '","', 'W/', 'W/"']) {
    const field = unit.repeat(16_384 / unit.length);
    const took = processorMs(() => assertVerdict({ 'if-none-match': field, 'if-match': '*' }, 200));
    assert.ok(took < 100, `${unit}: ${took} ms`);
  }
});
