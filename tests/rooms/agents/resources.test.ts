import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { MAX_RESOURCE_BYTES, readResource } from '#agents/read-resource.ts';
import { readResourceUri } from '#agents/resources.ts';
import { STRANGERS_WORDS } from '#agents/tool.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

const Contents = z.array(z.looseObject({ mimeType: z.string(), text: z.string() }));

async function read(path: string, body: string) {
  const file = async () => ({
    mediaType: 'application/json',
    body: [Buffer.from(body)],
    etag: '"a"',
    lastModified: 0,
  });
  const reading = await readResource(`${BASE_URL}${path}`, { ...sourceOf(AWKWARD), file });
  assert.ok(reading.ok);
  const contents = Contents.parse(reading.contents);
  assert.ok(countTokens(contents.map(({ text }) => text).join('\n')) <= 20_000);
  const notice = contents.at(-1) ?? assert.fail();
  assert.equal(notice.mimeType, 'text/plain');
  assert.ok(notice.text.endsWith(STRANGERS_WORDS));
  return contents;
}

test('a resource is read as it is or, where it is long, up to where an answer ends', async () => {
  const records = Array.from({ length: 9_000 }, (_, at) => ({ id: `review-${at}` }));
  for (const length of [0, 3, 9_000]) {
    const whole = JSON.stringify({ count: length, reviews: records.slice(0, length) });
    const [{ text } = assert.fail(), notice] = await read('/reviews.json', whole);
    if (length < 9_000) assert.equal(text, whole);
    const { count, reviews } = JSON.parse(text);
    assert.equal(count, length);
    assert.deepEqual(reviews, records.slice(0, reviews.length));
    const said = `reviews (the first ${reviews.length} of 9000). The full content is in ${BASE_URL}/reviews.json.`;
    assert.equal(notice?.text.includes(said), length === 9_000);
  }
});

test('a resource that is too long and cannot end early is said to be a download', async () => {
  for (const [path, length] of [
    ['/.well-known/openapi.json', 100_000],
    ['/reviews.json', MAX_RESOURCE_BYTES + 1],
  ] as const) {
    const contents = await read(path, ' '.repeat(length));
    assert.equal(contents.length, 1);
    assert.match(contents[0]?.text ?? '', new RegExp(`has ${length} bytes, .* download the URL`));
  }
});

test('whatever else is asked for is no resource', () => {
  const dates = ['{date}', '2026-02-30', '2026-02-28/', '2026-02-28\n', '2026-02-28'.repeat(6_000)];
  for (const uri of [
    ...['', 'reviews.json', 'file:///reviews.json', ` ${BASE_URL}/reviews.json`],
    ...[`${BASE_URL}.evil.example/reviews.json`, `${BASE_URL}:444/reviews.json`],
    `${BASE_URL.replace('https', 'http')}/reviews.json`,
    ...[
      ...['//reviews.json', '/openapi.json', '/reviews.json/', '/reviews.json?a=1'],
      ...[
        '/%72eviews.json',
        '/reviews/review-1/',
        '/reviews/Review-1.json',
        '/reviews/review-1.json\n',
      ],
      ...['/REVIEWS.json', '/reviews/..%2f..%2fetc%2fpasswd.json'],
      ...[`/reviews/${'a'.repeat(65)}.json`, ...dates.map((date) => `/api/reviews/since/${date}`)],
    ].map((path) => BASE_URL + path),
  ]) {
    assert.equal(readResourceUri(uri, BASE_URL), undefined, uri.slice(0, 80));
  }
});
