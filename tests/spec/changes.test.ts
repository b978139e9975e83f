import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ChangesResult } from '#search/changes/changes.ts';
import { ask } from '../support/ask.ts';
import { createDeployment } from '../support/deployment.ts';
import { businessOf, sampleReview } from '../support/sample-content.ts';
import { waitUntil } from '../support/wait-until.ts';

const reviewOf = (
  number: number,
  changes: Readonly<Record<string, string>> = {},
  body = `Number ${number}.`,
) => sampleReview(`review-${number}`, `2026-0${number}-01`, changes, body);
const OLD = '2020-02-02';
const REPLY = { ownerReply: '{ text: Thank you., datePublished: 2026-10-01 }' };

const { start, save, contentDir } = createDeployment(
  { after },
  { ...businessOf(1), ...reviewOf(1), ...reviewOf(2), ...reviewOf(3), ...reviewOf(4) },
);
const { url } = await start();

/** Saves files, or removes them, and waits until it is seen in reviews.json. */
async function publish(
  files: Readonly<Record<string, string | undefined>>,
  isSeen: (reviewsJson: string) => boolean,
) {
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) rmSync(join(contentDir, path));
    else save({ [path]: content });
  }
  await waitUntil(Object.keys(files).join(), async () =>
    isSeen((await ask(url, '/reviews.json')).text),
  );
}

const shows = (words: string) => (text: string) => text.includes(words);
const lacks = (words: string) => (text: string) => !text.includes(words);

const read = async (target = '') =>
  ChangesResult.parse((await ask(url, `/api/reviews/changes${target}`)).json());
const reviewsNow = async () => (await ask(url, '/reviews.json')).json().reviews;
test('changes: what was added, edited and removed after a cursor, as it is now, in the order of publication', async () => {
  const first = await read();
  assert.deepEqual(first.changes, []);
  assert.deepEqual(await read(`?after=${first.next}`), first);
  await publish(reviewOf(5), shows('Number 5.'));
  await publish(reviewOf(2, REPLY), shows('Thank you.'));
  const half = await read(`?after=${first.next}`);
  const removal = '- { id: review-3, dateRemoved: 2026-09-09, reason: author-request }\n';
  await publish({ 'removed.yaml': removal }, lacks('Number 3.'));
  const [fourth = ''] = Object.keys(reviewOf(4));
  await publish({ [fourth]: undefined }, lacks('Number 4.'));
  await publish(reviewOf(5, {}, 'Corrected.'), shows('Corrected.'));

  const { changes, next } = await read(`?after=${first.next}`);
  const reviews = await reviewsNow();
  assert.ok(Array.isArray(reviews));
  const recordOf = (id: string) => reviews.find((review) => review.id === id);
  assert.deepEqual(changes, [
    { kind: 'edited', id: 'review-2', review: recordOf('review-2') },
    { kind: 'removed', id: 'review-3', dateRemoved: '2026-09-09', reason: 'author-request' },
    { kind: 'removed', id: 'review-4' },
    { kind: 'edited', id: 'review-5', review: recordOf('review-5') },
  ]);
  assert.match(JSON.stringify(changes), /Corrected\..*|Thank you\./);
  assert.deepEqual((await read(`?after=${half.next}`)).changes, changes.slice(1));
  assert.deepEqual(await read(`?after=${next}`), { changes: [], next });
});

test('since: Last-Modified follows what a slice holds, also where a review is verified late or leaves it', async (t) => {
  const { start, save } = createDeployment(t, { ...businessOf(1), ...reviewOf(2), ...reviewOf(5) });
  const { get } = await start();
  const slices = ['2026-05-01', '2026-02-01', '2020-01-01', '2030-01-01'];
  const timesNow = () =>
    Promise.all(
      slices.map(async (date) => {
        const { headers } = await get(`/api/reviews/since/${date}`);
        return [headers['last-modified'], headers.date].map((time) => Date.parse(String(time)));
      }),
    );
  // One that lies ahead, as after edits within a second, is stated as the time of the answer.
  const times = () =>
    waitUntil('times of the past', async () => {
      const all = await timesNow();
      return all.every(([time = 0, now = 0]) => time < now) && all.map(([time = 0]) => time);
    });
  let edition = 1;
  const changedBy = async (
    files: Readonly<Record<string, string>>,
    isSeen = shows(`edition-${edition + 1}.`),
  ) => {
    const before = await times();
    save({ ...businessOf(++edition), ...files });
    await waitUntil(`edition ${edition}`, async () => isSeen((await get('/reviews.json')).text));
    return (await times()).map((time, index) => time > (before[index] ?? 0));
  };
  assert.deepEqual(await changedBy({}), [false, false, false, false]);
  const late = sampleReview('late-1', OLD);
  assert.deepEqual(await changedBy(late, shows('"late-1"')), [false, false, true, false]);
  const removal = '- { id: late-1, dateRemoved: 2026-03-03, reason: spam }\n';
  const taken = await changedBy({ 'removed.yaml': removal }, lacks('"late-1"'));
  assert.deepEqual(taken, [false, true, true, false]);
  const restored = await changedBy({ 'removed.yaml': '' }, shows('"late-1"'));
  assert.deepEqual(restored, [false, true, true, false]);
});
