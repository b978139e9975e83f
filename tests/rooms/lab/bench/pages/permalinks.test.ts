import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listPermalinks, scatter } from '../../../../../scripts/lab/bench/pages/permalinks.ts';
import { atEnd } from '../../../../support/at-end.ts';

const PATHS = Array.from({ length: 1000 }, (_, number) => `/reviews/review-${number}/`);

test('scattered paths are the same ones, each time in the same order', () => {
  const scattered = scatter(PATHS);
  assert.deepEqual(scattered.toSorted(), PATHS.toSorted());
  assert.deepEqual(scatter(PATHS.toReversed()), scattered);
});

test('neighbours are not asked for one after the other, but for a few', () => {
  const places = new Map(PATHS.map((path, place) => [path, place]));
  const scattered = scatter(PATHS).map((path) => places.get(path) ?? Number.NaN);
  const close = scattered.filter((place, index) => {
    const before = scattered[index - 1];
    return before !== undefined && Math.abs(place - before) <= 3;
  });
  assert.ok(close.length < PATHS.length / 50);
});

test('permalinks are paths of the server, whatever origin the reviews name', async (t) => {
  const reviews = ['a', 'b'].map((id) => ({ url: `https://reviews.example/reviews/${id}/` }));
  const server = createServer((_, response) => response.end(JSON.stringify({ reviews })));
  server.listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const paths = await listPermalinks(`http://127.0.0.1:${address.port}`);
  assert.deepEqual(paths.toSorted(), ['/reviews/a/', '/reviews/b/']);
});
