import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConditionalHeaders,
  evaluateConditions,
  type Validators,
} from '../../../sidecar/http/conditional.ts';
import { processorMs } from '../../support/measure.ts';

const CHANGED = Date.parse('2026-11-20T08:00:00Z');
const CURRENT: Validators = { etag: '"id"', etags: ['"id"', '"br"'], lastModified: CHANGED };
const BEFORE = 'Fri, 20 Nov 2026 07:59:59 GMT';
const AT = 'Fri, 20 Nov 2026 08:00:00 GMT';
const AFTER = 'Fri, 20 Nov 2026 08:00:01 GMT';

const PROCEED = { status: 200 };
const notModified = (etag = '"id"') => ({ status: 304, etag });
const FAILED = { status: 412 };

function verdictOf(headers: ConditionalHeaders, current = CURRENT) {
  return evaluateConditions(headers, current);
}

for (const field of ['"id"', 'W/"id"', '"other", "id"', '"other",W/"id"', ' "id" ', '*', ' * ']) {
  test(`If-None-Match: ${field} is answered 304`, () => {
    assert.deepEqual(verdictOf({ 'if-none-match': field }), notModified());
  });
}

for (const field of ['"other"', '', 'id', '"id', 'w/"idx"', '"id "', '"ID"', ',', '**', '"", ""']) {
  test(`If-None-Match: ${JSON.stringify(field)} matches nothing`, () => {
    assert.deepEqual(verdictOf({ 'if-none-match': field }), PROCEED);
  });
}

test('a comma inside a tag does not split it', () => {
  const current = { ...CURRENT, etag: '"a,b"', etags: ['"a,b"'] };
  assert.deepEqual(verdictOf({ 'if-none-match': '"x", "a,b"' }, current), notModified('"a,b"'));
  assert.deepEqual(verdictOf({ 'if-none-match': '"a", "b"' }, current), PROCEED);
});

test('the tag of any coding matches, and the 304 repeats it', () => {
  assert.deepEqual(verdictOf({ 'if-none-match': 'W/"br"' }), notModified('"br"'));
});

test('of several tags that match, the 304 repeats that of the preferred coding', () => {
  assert.deepEqual(verdictOf({ 'if-none-match': '"br", "id"' }), notModified('"id"'));
});

test('If-None-Match wins over If-Modified-Since', () => {
  const unchanged = { 'if-modified-since': AT };
  assert.deepEqual(verdictOf({ 'if-none-match': '"other"', ...unchanged }), PROCEED);
  assert.deepEqual(
    verdictOf({ 'if-none-match': '"id"', 'if-modified-since': BEFORE }),
    notModified(),
  );
});

for (const [date, verdict] of [
  [BEFORE, PROCEED],
  [AT, notModified()],
  [AFTER, notModified()],
  ['Friday, 20-Nov-26 08:00:00 GMT', notModified()],
  ['2026-11-20T08:00:00Z', PROCEED],
  ['soon', PROCEED],
] as const) {
  test(`If-Modified-Since: ${date} is answered ${verdict.status}`, () => {
    assert.deepEqual(verdictOf({ 'if-modified-since': date }), verdict);
  });
}

test('a date that lies ahead is compared as it was recorded, not as it is sent', () => {
  const ahead = { ...CURRENT, lastModified: Date.parse('2046-11-20T08:00:00Z') };
  const since = (date: string) => verdictOf({ 'if-modified-since': date }, ahead);
  // Sent in its stead: it does not tell which bytes the client holds.
  assert.deepEqual(since(AFTER), PROCEED);
  // From before the clock was corrected: those of a version before, and these.
  assert.deepEqual(since('Tue, 20 Nov 2046 07:59:59 GMT'), PROCEED);
  assert.deepEqual(since('Tue, 20 Nov 2046 08:00:00 GMT'), notModified());
});

test('If-Modified-Since means nothing where no date is known', () => {
  const current = { ...CURRENT, lastModified: undefined };
  assert.deepEqual(verdictOf({ 'if-modified-since': AFTER }, current), PROCEED);
  assert.deepEqual(verdictOf({ 'if-unmodified-since': BEFORE }, current), PROCEED);
});

for (const [field, verdict] of [
  ['"id"', PROCEED],
  ['"x", "br"', PROCEED],
  ['*', PROCEED],
  ['W/"id"', FAILED],
  ['"x"', FAILED],
  ['', FAILED],
] as const) {
  test(`If-Match: ${field} is answered ${verdict.status}, by strong comparison`, () => {
    assert.deepEqual(verdictOf({ 'if-match': field }), verdict);
  });
}

test('If-Unmodified-Since is answered 412 where something changed later', () => {
  assert.deepEqual(verdictOf({ 'if-unmodified-since': BEFORE }), FAILED);
  assert.deepEqual(verdictOf({ 'if-unmodified-since': AT }), PROCEED);
  assert.deepEqual(verdictOf({ 'if-unmodified-since': 'rubbish' }), PROCEED);
});

test('If-Match wins over If-Unmodified-Since', () => {
  assert.deepEqual(verdictOf({ 'if-match': '"id"', 'if-unmodified-since': BEFORE }), PROCEED);
});

test('a failed If-Match wins over an If-None-Match that matches', () => {
  assert.deepEqual(verdictOf({ 'if-match': '"x"', 'if-none-match': '"id"' }), FAILED);
});

test('a field of 16 kB of quotation marks is read at once', () => {
  for (const unit of ['"', '"a', '","', 'W/', 'W/"']) {
    const field = unit.repeat(16_384 / unit.length);
    const took = processorMs(() => {
      assert.deepEqual(verdictOf({ 'if-none-match': field, 'if-match': '*' }), PROCEED);
    });
    assert.ok(took < 100, `${unit}: ${took} ms`);
  }
});
