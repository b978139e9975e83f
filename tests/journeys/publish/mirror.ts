import assert from 'node:assert/strict';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { Review } from '#dataset/review.ts';
import { ChangesResult } from '#openapi/review-answers.ts';
import { ask } from '../../support/ask.ts';

const CHANGES = '/api/reviews/changes';

/** A copy of the reviews that is kept as the documentation says: it takes a cursor, and follows. */
export class Mirror {
  readonly #reviews = new Map<string, Review>();
  #cursor = '';

  /** Takes the cursor, does something, and takes the whole. */
  async begin(url: string, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    const { changes, next } = ChangesResult.parse((await ask(url, CHANGES)).json());
    assert.deepEqual(changes, []);
    this.#cursor = next;
    await meanwhile();
    this.#reviews.clear();
    for (const review of await readReviews(url)) this.#reviews.set(review.id, review);
  }

  /** Follows until there is nothing new. Returns the status of the last answer. */
  async follow(url: string, format: 'json' | 'ndjson' = 'json'): Promise<number> {
    for (;;) {
      const target = `${CHANGES}?after=${this.#cursor}&format=${format}`;
      const { status, text } = await ask(url, target);
      if (status !== 200) return status;
      const { changes, next } = ChangesResult.parse(
        format === 'json' ? JSON.parse(text) : fromLines(text),
      );
      for (const change of changes) {
        if (change.kind === 'removed') this.#reviews.delete(change.id);
        else this.#reviews.set(change.id, change.review);
      }
      this.#cursor = next;
      if (changes.length === 0) return status;
    }
  }

  /** Asserts that it is what is published. */
  async assertEqual(url: string): Promise<void> {
    const published = await readReviews(url);
    const ids = published.map(({ id }) => id).toSorted();
    assert.deepEqual([...this.#reviews.keys()].toSorted(), ids);
    for (const review of published) assert.deepEqual(this.#reviews.get(review.id), review);
  }
}

function fromLines(text: string) {
  const lines = text.split('\n').filter((line) => line !== '');
  const { next } = JSON.parse(lines.pop() ?? '');
  return { changes: lines.map((line) => JSON.parse(line)), next };
}

async function readReviews(url: string): Promise<readonly Review[]> {
  return ReviewsDocument.parse((await ask(url, '/reviews.json')).json()).reviews;
}
