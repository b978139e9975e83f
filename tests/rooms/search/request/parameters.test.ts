import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeEncodingFault } from '#search/request/encoding-fault.ts';
import { runs } from '../../../support/at-length.ts';

test('the bytes that are not percent-encoded UTF-8 are named, and only where there are some', () => {
  const found = (text: string) => /"(.*?)"/.exec(describeEncodingFault(text) ?? '')?.[1];
  for (const [text, bytes] of [
    ['100%', '%'],
    ['a%zz', '%zz'],
    ['%2', '%2'],
    ['%%41', '%'],
    ['%C3%A9%C3', '%C3'],
    ['%C3a', '%C3'],
    ['%C0%AF', '%C0%AF'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['%41%80%80', '%80'],
    ['%F5%80%80%80', '%F5%80%80%80'],
    ['%F0%9F%91', '%F0%9F%91'],
    ['é%41%C3%A9%F0%9F%91%8D', undefined],
  ] as const) {
    assert.equal(found(text), bytes, text);
  }
});

test('a fault is described exactly where decoding fails', () => {
  const piece = fc.oneof(
    fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    fc.constantFrom('%', 'a', 'F', 'é', '%C3%A9', '%f0%9f%91%8d'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let decodes = true;
      try {
        decodeURIComponent(text);
      } catch {
        decodes = false;
      }
      return decodes === (describeEncodingFault(text) === undefined);
    }),
    { numRuns: runs(2000) },
  );
});
