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
const ON_HOME = 2;
const ON_LIST = 25;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-03-01');

/** A review says in its text and in its name how often it was edited. */
function fileOf(index: number, edits: number): Files {
  const date = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
  const author = `{ name: Writer-${edits}-of-${index}. }`;
  return sampleReview(`review-${index}`, date, { author }, `Text-${edits}-of-${index}. All well.`);
}

/** Every mark of a text or name that something shows. */
const marksIn = (text: string) => new Set(text.match(/(?:Text|Writer)-\d+-of-\d+\./g));

test('the first page after the data shows the edit, time after time', {
  timeout: 180_000,
}, async (t) => {
  const random = createRandom(13);
  /** How often each review was edited. */
  const reviews = Array.from({ length: REVIEWS }, () => 0);
  const files = reviews.map((edits, index) => fileOf(index, edits));
  const content = { 'business.yaml': BUSINESS, ...Object.assign({}, ...files) };
  const { start, save } = createDeployment(t, content);
  const { url, get } = await start();
  let { etag } = (await get('/reviews.json')).headers;
  for (let number = 1; number <= EDITS; number++) {
    // A third of the edits are of what the home page shows, and some add a review.
    const oldest = number % 3 === 0 ? reviews.length - ON_HOME : 0;
    const isNew = number % 5 === 0;
    const at = isNew ? reviews.length : random.integer(oldest, reviews.length - 1);
    const edits = (reviews[at] ?? 0) + 1;
    reviews[at] = edits;
    save(fileOf(at, edits));
    const { headers, text } = await waitUntil(`edit ${number} in the data`, async () => {
      const answer = await ask(url, '/reviews.json', { headers: { 'If-None-Match': `${etag}` } });
      return answer.status !== 304 && answer;
    });
    ({ etag } = headers);
    const published = marksIn(text);
    const [mark, name] = [`Text-${edits}-of-${at}.`, `Writer-${edits}-of-${at}.`];
    assert.ok(published.has(mark) && published.has(name), `edit ${number} is whole`);

    const neighbors = [at - 1, at + 1].filter((index) => reviews[index] !== undefined);
    const expected: [string, string[]][] = [
      ['/', at >= reviews.length - ON_HOME ? [mark, name] : []],
      ['/reviews/', at >= reviews.length - ON_LIST ? [mark, name] : []],
      [`/reviews/review-${at}/`, [mark, name]],
      ...neighbors.map((index): [string, string[]] => [`/reviews/review-${index}/`, [name]]),
    ];
    const check = async ([path, marks]: (typeof expected)[number]) => {
      const what = `${path} after edit ${number} of review-${at}`;
      const page = await get(path);
      assert.equal(page.status, 200, what);
      const found = marksIn(page.text);
      assert.ok(new Set(marks).isSubsetOf(found), `not shown at ${what}: ${marks}`);
      assert.ok(found.isSubsetOf(published), `stale at ${what}: ${[...found]}`);
    };
    await Promise.all(expected.map(check));
  }
});
