import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODINGS } from '#artifacts/encoder.ts';
import { JSON_TYPE, MARKDOWN_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import {
  AnswerCoder,
  CODER_LIMITS,
  codingFor,
  encodeAnswer,
  encodeIfShort,
  LARGE_LIMITS,
  tagOfCoding,
} from '../../../../sidecar/routes/answers/answer-codings.ts';
import { BoundedQueue } from '../../../../sidecar/routes/answers/bounded-queue.ts';
import { DECODERS } from '../../../support/ask.ts';

const textOf = (length: number) => [Buffer.from('a review of '.repeat(length).slice(0, length))];

test('answers are coded from 1 kB on, the short ones at once', () => {
  for (const [coding, length, isCoded, isShort] of [
    ['gzip', 1023, false, true],
    ['gzip', 1024, true, true],
    ['br', 16 * 1024, true, true],
    ['gzip', 16 * 1024 + 1, true, false],
    // It is several times as quick.
    ['zstd', 64 * 1024, true, true],
    ['zstd', 64 * 1024 + 1, true, false],
  ] as const) {
    assert.equal(codingFor(coding, JSON_TYPE, length), isCoded ? coding : undefined);
    assert.equal(codingFor(coding, 'image/png', length), undefined, 'it is compressed itself');
    const coded = encodeIfShort(coding, () => textOf(length), length);
    assert.equal(coded !== undefined, isShort, `${coding} ${length}`);
  }
});

for (const coding of CODINGS) {
  test(`${coding}: the same bytes each time, whatever pieces they come in`, async () => {
    for (const length of [1024, 20_000, 600_000]) {
      const [whole = Buffer.alloc(0)] = textOf(length);
      const bodies: Pieces[] = [[whole], [whole.subarray(0, 999), whole.subarray(999)]];
      const [first, second] = await Promise.all(
        bodies.map((body) => new AnswerCoder().encode(coding, () => body, lengthOf(body))),
      );
      assert.deepEqual(first, second);
      assert.deepEqual(DECODERS[coding]?.(Buffer.from(first ?? [])), whole);
      const short = encodeIfShort(coding, () => [whole], length);
      if (short) assert.deepEqual(short, first);
    }
  });
}

test('what is written of an answer is what would be sent, with the same tags', async () => {
  for (const [mediaType, length, isCoded] of [
    [MARKDOWN_TYPE, 1023, false],
    [MARKDOWN_TYPE, 1024, true],
    [NDJSON_TYPE, 100_000, true],
    ['image/png', 100_000, false],
  ] as const) {
    const [body = Buffer.alloc(0)] = textOf(length);
    const { identity, ...coded } = await encodeAnswer(body, mediaType);
    assert.deepEqual(identity, { body: [body], etag: strongEtag(body) });
    assert.deepEqual(Object.keys(coded), isCoded ? CODINGS : []);
    for (const coding of isCoded ? CODINGS : []) {
      const bytes = await new AnswerCoder().encode(coding, () => [body], length);
      assert.deepEqual(coded[coding], { body: [bytes], etag: tagOfCoding(identity.etag, coding) });
    }
  }
});

for (const [name, length, { inFlight, waiting }] of [
  ['medium', 20_000, CODER_LIMITS],
  ['large', 600_000, LARGE_LIMITS],
] as const) {
  test(`of ${name} bodies a bounded number waits, and each is coded once there is room`, async () => {
    const coder = new AnswerCoder();
    const encode = () => coder.encode('zstd', () => textOf(length), length);
    const taken = Array.from({ length: inFlight + waiting }, encode);
    assert.ok(!taken.includes(undefined));
    assert.equal(encode(), undefined);
    await Promise.all(taken);
    assert.ok((await encode())?.length);
  });
}

test('a queue runs no more tasks at once than it may, in their order, also when one fails', async () => {
  const queue = new BoundedQueue({ inFlight: 2, waiting: 3 });
  const begun: number[] = [];
  const ends = Array.from({ length: 6 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    queue.run(() => {
      begun.push(index);
      return promise;
    }),
  );
  assert.equal(results[5], undefined);
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.reject(new Error('one fails'));
  await assert.rejects(async () => results[1], { message: 'one fails' });
  assert.deepEqual(begun, [0, 1, 2]);
  for (const [index, { resolve }] of ends.entries()) resolve(index);
  assert.deepEqual(await Promise.all([results[0], ...results.slice(2, 5)]), [0, 2, 3, 4]);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});
