import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SearchQuery } from '#search/question/search-query.ts';
import { describeEncodingFault, formPairs, parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';

test('a fault is described, and a value unknown, exactly where decoding fails', () => {
  const piece = fc.oneof(
    fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    fc.constantFrom('%', 'a', 'F', 'é', '%C3%A9', '%f0%9f%91%8d'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const sent = pieces.join('');
      let decoded: string | undefined;
      try {
        decoded = decodeURIComponent(sent);
      } catch {}
      assert.equal(describeEncodingFault(sent) === undefined, decoded !== undefined);
      const pairs = [...formPairs(`a=${sent}&${sent}=a`)];
      assert.deepEqual(
        pairs.map(({ name, value }) => [name, value]),
        [
          ['a', decoded],
          [decoded, 'a'],
        ],
      );
    }),
    { numRuns: runs(2000) },
  );
});

test('names and values of a form are decoded, in their order', () => {
  const text = '&hub.mode=subscribe&hub%2Etopic=a%20b+c&=x&lone&a=b=c&&s=%C3%A9&t=é&';
  const pairs = [...formPairs(text)].map(({ name, value }) => `${name}→${value}`);
  assert.equal(pairs.join(' '), 'hub.mode→subscribe hub.topic→a b c →x lone→ a→b=c s→é t→é');
});

test('what URLSearchParams writes is read back', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((one) => !/\p{Cc}|^[\p{M}\s]*$/u.test(one.normalize('NFKD')));
  fc.assert(
    fc.property(text, text, (query, mentions_technician) => {
      const written = new URLSearchParams({ query, mentions_technician }).toString();
      const value = { query, mentions_technician, limit: 20 };
      assert.deepEqual(parseParameters(written, SearchQuery, 'search'), { value });
    }),
  );
});
