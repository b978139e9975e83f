import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODINGS } from '#artifacts/encoder.ts';
import { JSON_TYPE, MARKDOWN_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import {
  codingsOf,
  encodeAnswer,
  encodeBody,
} from '../../../../sidecar/routes/answers/answer-codings.ts';
import { DECODERS } from '../../../support/ask.ts';

const textOf = (length: number) => [Buffer.from('a review of '.repeat(length).slice(0, length))];

for (const coding of CODINGS) {
  test(`${coding}: the same bytes each time, whatever pieces they come in`, async () => {
    for (const length of [1024, 20_000, 600_000]) {
      const [whole = Buffer.alloc(0)] = textOf(length);
      const bodies: Pieces[] = [[whole], [whole.subarray(0, 999), whole.subarray(999)]];
      const [first, second] = await Promise.all(bodies.map((body) => encodeBody(coding, body)));
      assert.deepEqual(first, second);
      assert.deepEqual(DECODERS[coding]?.(Buffer.from(first ?? [])), whole);
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
    const etag = strongEtag(body);
    assert.deepEqual(identity, { body: [body], etag });
    assert.deepEqual(Object.keys(coded), isCoded ? CODINGS : []);
    for (const [coding, sent] of codingsOf(mediaType, { etag, length })) {
      const bytes = await encodeBody(coding, [body]);
      assert.deepEqual(coded[coding], { body: [bytes], etag: sent.etag });
    }
  }
});

test('of long bodies a bounded number waits, and each is coded once there is room', async () => {
  const [, [coding] = []] = codingsOf(JSON_TYPE, { etag: '"a"', length: 20_000 });
  const encode = () => encodeBody(coding ?? assert.fail(), textOf(20_000));
  const all = await Promise.all(Array.from({ length: 300 }, encode));
  const coded = all.filter((bytes) => bytes !== undefined);
  assert.equal(coded.length, 2 + 256);
  assert.ok(coded.every(({ length }) => length < 20_000));
  assert.ok((await encode())?.length);
});
