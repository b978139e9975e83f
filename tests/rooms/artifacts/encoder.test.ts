import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODINGS, encodeAside, encodeNow } from '#artifacts/encoder.ts';
import { DECODERS } from '../../support/ask.ts';

const TEXT = Buffer.from(
  Array.from({ length: 2000 }, (_, index) => `review ${index ** 3}`).join(' '),
);

for (const coding of CODINGS) {
  test(`${coding}: the same bytes at once and aside, and others at another level`, async () => {
    const sizes = await Promise.all(
      [1, 9].map(async (level) => {
        const levels = { br: 0, zstd: 0, gzip: 0, [coding]: level };
        const coded = encodeNow(coding, [TEXT], levels);
        assert.deepEqual(await encodeAside(coding, [TEXT], levels), coded);
        assert.deepEqual(DECODERS[coding]?.(Buffer.from(coded)), TEXT);
        return coded.length;
      }),
    );
    assert.notEqual(sizes[0], sizes[1]);
  });
}
