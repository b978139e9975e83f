import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const EDITS = atLength(200, 10);
const REVIEWS = 30;
/** As many as the home page and the list show, the newest first. */
const ON_HOME = 3;
const ON_LIST = 25;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-03-01');

type Written = {
  readonly id: string;
  readonly date: string;
  readonly says: number;
  readonly by: number;
};

/** A review says in its text and in its name how often it was edited. */
function fileOf({ id, date, says, by }: Written): Files {
  const author = `{ name: Writer-${by}-of-${id}. }`;
  return sampleReview(id, date, { author }, `Text-${says}-of-${id}. They kept me informed.`);
}

function reviewOf(index: number): Written {
  const date = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
  return { id: `review-${index}`, date, says: 0, by: 0 };
}

/** Every mark of a text or name that something shows. */
const marksIn = (text: string) => new Set(text.match(/(?:Text|Writer)-\d+-of-review-\d+\./g));

test('the first page after the data shows the edit, time after time', {
  timeout: 180_000,
}, async (t) => {
  const random = createRandom(13);
  const reviews = Array.from({ length: REVIEWS }, (_, index) => reviewOf(index));
  const content = { 'business.yaml': BUSINESS, ...Object.assign({}, ...reviews.map(fileOf)) };
  const { start, save } = createDeployment(t, content);
  const { url, get } = await start();

  const edit = (number: number): Written => {
    if (number % 5 === 0) return reviewOf(reviews.length);
    // A third of the edits are of what the home page shows.
    const oldest = number % 3 === 0 ? reviews.length - ON_HOME : 0;
    const review = reviews[random.integer(oldest, reviews.length - 1)] ?? reviewOf(0);
    if (number % 7 === 0) return { ...review, by: review.by + 1 };
    return { ...review, says: review.says + 1 };
  };

  let etag = String((await get('/reviews.json')).headers.etag);
  /** The next reviews.json. */
  const next = async (what: string) => {
    const answer = await waitUntil(what, async () => {
      const headers = { 'If-None-Match': etag };
      const { status, ...rest } = await ask(url, '/reviews.json', { headers });
      return status !== 304 && rest;
    });
    etag = String(answer.headers.etag);
    return answer.text;
  };
  for (let number = 1; number <= EDITS; number++) {
    const edited = edit(number);
    const at = Number(edited.id.slice('review-'.length));
    reviews[at] = edited;
    save(fileOf(edited));
    const text = await next(`edit ${number} in the data`);
    const published = marksIn(text);
    const mark = `Text-${edited.says}-of-${edited.id}.`;
    const name = `Writer-${edited.by}-of-${edited.id}.`;
    assert.ok(published.has(mark) && published.has(name), `edit ${number} is whole`);

    const neighbours = [at - 1, at + 1].filter((index) => reviews[index] !== undefined);
    const expected: [string, string[]][] = [
      ['/', at >= reviews.length - ON_HOME ? [mark, name] : []],
      ['/reviews/', at >= reviews.length - ON_LIST ? [mark, name] : []],
      [`/reviews/${edited.id}/`, [mark, name]],
      ...neighbours.map((index): [string, string[]] => [`/reviews/review-${index}/`, [name]]),
    ];
    const shown = await Promise.all(expected.map(([path]) => get(path)));
    for (const [index, [path, marks]] of expected.entries()) {
      const what = `${path} after edit ${number} of ${edited.id}`;
      assert.equal(shown[index]?.status, 200, what);
      const found = marksIn(shown[index]?.text ?? '');
      assert.ok(new Set(marks).isSubsetOf(found), `not shown at ${what}: ${marks}`);
      assert.ok(found.isSubsetOf(published), `stale at ${what}: ${[...found]}`);
    }
  }
  const { count } = (await get('/reviews.json')).json();
  assert.equal(count, REVIEWS + EDITS / 5);
});
