import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatHttpDate, messageDate, parseHttpDate } from '../../../sidecar/http/http-date.ts';

fc.configureGlobal({ seed: 20_261_120 });

const INSTANT = Date.parse('1994-11-06T08:49:37Z');

for (const text of [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
]) {
  test(`${text} is an HTTP-date`, () => assert.equal(parseHttpDate(text), INSTANT));
}

for (const text of [
  '',
  '0',
  'now',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 nov 1994 08:49:37 GMT',
  'Sun, 06 Nvo 1994 08:49:37 GMT',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:49:37 GMT',
  'Sun, 06 Nov 1994 08:60:37 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Sun, 06 Nov 0094 08:49:37 GMT; x',
]) {
  test(`${JSON.stringify(text)} is no HTTP-date`, () => {
    assert.equal(parseHttpDate(text), undefined);
  });
}

test('no field is no HTTP-date', () => assert.equal(parseHttpDate(undefined), undefined));

test('two digits are a year between 1970 and 2069', () => {
  assert.equal(parseHttpDate('Thursday, 01-Jan-70 00:00:00 GMT'), 0);
  assert.equal(
    parseHttpDate('Tuesday, 01-Jan-69 00:00:00 GMT'),
    Date.parse('2069-01-01T00:00:00Z'),
  );
});

test('a year of four digits is meant as it stands', () => {
  assert.equal(parseHttpDate('Sat, 06 Nov 0094 08:49:37 GMT'), Date.parse('0094-11-06T08:49:37Z'));
});

test('a leap second is a second', () => {
  assert.equal(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT'), Date.parse('2017-01-01T00:00:00Z'));
});

test('every instant that is formatted is read back', () => {
  const seconds = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') / 1000 });
  fc.assert(
    fc.property(seconds, (second) => {
      assert.equal(parseHttpDate(formatHttpDate(second * 1000)), second * 1000);
    }),
  );
});

test('any text is read or refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseHttpDate(text);
      assert.ok(parsed === undefined || Number.isInteger(parsed));
    }),
  );
});

test('the date of a message is that of its second, also after the clock went back', () => {
  for (const now of [INSTANT, INSTANT + 999, INSTANT + 1000, INSTANT, INSTANT - 1, 0]) {
    const time = Math.floor(now / 1000) * 1000;
    assert.deepEqual(messageDate(now), { time, text: formatHttpDate(time) });
  }
});
