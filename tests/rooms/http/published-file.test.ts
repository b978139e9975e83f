import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODINGS } from '#artifacts/encoder.ts';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { chooseReply, parseRange, preferredCoding } from '../../../sidecar/http/reply-with-file.ts';
import { processorMs } from '../../support/measure.ts';

/** Fields by the coding that they prefer. */
for (const [preferred, ...fields] of [
  [undefined, undefined, '', '*;q=0', 'gzip;q=.', ';;;,,,q=1', 'гзип', 'deflate'],
  [undefined, 'identity, gzip;q=0.5', 'identity;q=0', 'gzip;q=0, *'],
  ['gzip', 'gzip', 'x-gzip', 'br;q=0, gzip', 'identity;q=0.5, gzip', 'gzip;q=7', 'identity, gzip'],
  ['gzip', 'gzip;level=9'],
  ['br', 'gzip, deflate, br, zstd', 'zstd, br', '*;q=0.5, br', 'br;q=0.2, zstd;q=0.1'],
  // Proxies that send it may read none of the others.
  ['gzip', '*', '*;q=0.1', 'identity;q=0, *', 'deflate, *', 'br;q=0, *', 'zstd;q=0.1, *'],
  ['gzip', 'gzip;q=1.0, br;q=0.5', 'gzip, *;q=0.1', 'gzip, zstd'],
  ['zstd', 'zstd', 'zstd, gzip;q=0.9', 'zstd, *;q=0.9'],
] as const) {
  test(`Accept-Encoding prefers ${preferred ?? 'identity'} where it is ${fields.join(' or ')}`, () => {
    for (const field of fields)
      assert.equal(preferredCoding(field, CODINGS), preferred, field ?? 'none');
  });
}

test('among equal codings the smallest is sent, which differs from file to file', () => {
  for (const [br, gzip, zstd, field, sent] of [
    [10, 20, 30, 'gzip, br, zstd', 'br'],
    [10, 20, 30, 'zstd, gzip', 'gzip'],
    [30, 20, 10, 'gzip, br, zstd', 'zstd'],
    [30, 10, 20, 'gzip, br, zstd', 'gzip'],
    [30, 20, 10, 'br, zstd;q=0.9', 'br'],
    [30, 20, 10, '*', 'gzip'],
  ] as const) {
    const variant = (length: number) => ({ etag: `"${length}"`, body: [Buffer.alloc(length)] });
    const coded = { br: variant(br), gzip: variant(gzip), zstd: variant(zstd) };
    const file = preparePage('/', { identity: variant(100), ...coded }, []);
    const request = { method: 'GET', headers: { 'accept-encoding': field } } as const;
    assert.equal(chooseReply(file, request).sent?.coding, sent, field);
  }
});

test('a field of 16 kB is read at once', () => {
  for (const unit of [' ', ',', ';', 'gzip,', 'a;q=', '-', 'q= ']) {
    const field = unit.repeat(16_384 / unit.length);
    const took = processorMs(() => preferredCoding(field, CODINGS));
    assert.ok(took < 100, `${unit}: ${took} ms`);
  }
});

// With If-Range, and of HEAD: tests/contract/requests/files.ts.
/** Ranges of a body of 1000 bytes; those that lie outside; fields that mean the whole. */
const WHOLE = ['', 'bytes=-', 'bytes=2-1', 'bytes=a-b', 'bytes=1-2x', 'bytes=0-1,3-4'];
for (const [asked, ...fields] of [
  [{ first: 0, last: 0 }, 'bytes=0-0'],
  [{ first: 500, last: 999 }, 'bytes=500-'],
  [{ first: 999, last: 999 }, 'bytes=999-', 'bytes=-1'],
  [{ first: 0, last: 999 }, 'bytes=-5000', 'bytes=0-5000', 'bytes=0-99999999999999999999999'],
  [{ first: 1, last: 2 }, ' bytes=1-2 '],
  ['unsatisfiable', 'bytes=1000-', 'bytes=99999999999999999999-', 'bytes=-0'],
  [undefined, 'items=0-1', ...WHOLE],
] as const) {
  test(`Range asks for ${JSON.stringify(asked ?? 'all')} where it is ${fields.join(' or ')}`, () => {
    for (const field of fields) assert.deepEqual(parseRange(field, 1000), asked);
  });
}
