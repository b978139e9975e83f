import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketsByMention } from '#agents/tools/mention-buckets.ts';

const corpus = { count: 5, halfStars: Uint8Array.of(10, 9, 2, 10, 8) };
const MENTIONED: Readonly<Record<string, readonly number[]>> = {
  Zoe: [0, 1],
  Ann: [1, 2, 4],
  Bob: [0, 1, 4],
  Eve: [3],
};
const find = async (name: string) => {
  const positions = MENTIONED[name] ?? assert.fail(name);
  return { total: positions.length, positions };
};

test('only the positions given are counted, and names without any left out', async () => {
  assert.deepEqual(await bucketsByMention(corpus, [0, 1, 2], Object.keys(MENTIONED), find), [
    { key: 'Ann', count: 2, averageRating: 2.75 },
    { key: 'Bob', count: 2, averageRating: 4.75 },
    { key: 'Zoe', count: 2, averageRating: 4.75 },
  ]);
});

test('the most frequent name comes first', async () => {
  const buckets = await bucketsByMention(corpus, [0, 1, 3, 4], Object.keys(MENTIONED), find);
  assert.ok(buckets !== 'busy');
  assert.deepEqual(
    buckets.map(({ key, count }) => `${key} ${count}`),
    ['Bob 3', 'Ann 2', 'Zoe 2', 'Eve 1'],
  );
});

test('of no positions nobody is looked for', async () => {
  const never = async () => assert.fail('It was looked for.');
  assert.deepEqual(await bucketsByMention(corpus, [], ['Zoe'], never), []);
});

test('a search that is refused on the way leaves no buckets', async () => {
  const refused = async (name: string) => (name === 'Ann' ? 'busy' : find(name));
  assert.equal(await bucketsByMention(corpus, [0], ['Zoe', 'Ann'], refused), 'busy');
});
