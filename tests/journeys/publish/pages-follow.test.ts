import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ask } from '../../support/ask.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** The long run has 200. */
const EDITS = Number(process.env.FOLLOWED_EDITS ?? 80);
const REVIEWS = 30;
/** The home page shows so many, the newest first. */
const ON_HOME = 12;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-03-01');

type Written = {
  readonly id: string;
  readonly date: string;
  readonly says: number;
  readonly by: number;
};

/** A review tells in its text and in its name how often it was edited. */
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
  const contentDir = createContentFolder(t, content);
  const { url } = await startService(t, { content: contentDir });

  const edit = (number: number): Written => {
    if (number % 20 === 0) return reviewOf(reviews.length);
    // Half of the edits are of what the home page shows.
    const oldest = number % 2 === 0 ? reviews.length - ON_HOME : 0;
    const review = reviews[random.integer(oldest, reviews.length - 1)] ?? reviewOf(0);
    if (number % 7 === 0) return { ...review, by: review.by + 1 };
    return { ...review, says: review.says + 1 };
  };

  let etag = String((await ask(url, '/reviews.json')).headers.etag);
  for (let number = 1; number <= EDITS; number++) {
    const edited = edit(number);
    const at = Number(edited.id.slice('review-'.length));
    reviews[at] = edited;
    saveFiles(contentDir, fileOf(edited));
    const { headers, text } = await waitUntil(`edit ${number} in the data`, async () => {
      const answer = await ask(url, '/reviews.json', { headers: { 'If-None-Match': etag } });
      return answer.status !== 304 && answer;
    });
    etag = String(headers.etag);
    const published = marksIn(text);
    const mark = `Text-${edited.says}-of-${edited.id}.`;
    const name = `Writer-${edited.by}-of-${edited.id}.`;
    assert.ok(published.has(mark) && published.has(name), `edit ${number} is whole`);

    const isOnHome = at >= reviews.length - ON_HOME;
    const expected = new Map([
      ['/', isOnHome ? [mark, name] : []],
      [`/reviews/${edited.id}/`, [mark, name]],
      ...[at - 1, at + 1]
        .filter((index) => reviews[index] !== undefined)
        .map((index): [string, string[]] => [`/reviews/review-${index}/`, [name]]),
    ]);
    const shown = await Promise.all([...expected.keys()].map((path) => ask(url, path)));
    for (const [index, [path, marks]] of [...expected].entries()) {
      const page = shown[index];
      const what = `${path} after edit ${number} of ${edited.id}`;
      assert.equal(page?.status, 200, what);
      const found = marksIn(page.text);
      assert.deepEqual(
        marks.filter((one) => !found.has(one)),
        [],
        `shown at ${what}`,
      );
      assert.deepEqual(
        [...found].filter((one) => !published.has(one)),
        [],
        `stale at ${what}`,
      );
    }
  }
  const { count } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.equal(count, REVIEWS + EDITS / 20);
});
