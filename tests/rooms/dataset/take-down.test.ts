import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Content } from '#dataset/content.ts';
import { createDataset, takeDown } from '#dataset/dataset.ts';
import { parseRemovals } from '#dataset/read/parse-content-file.ts';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { anyContent } from '../artifacts/any-dataset.ts';

const BASE_URL = 'https://reviews.example';
const removalOf = (id: string, dateRemoved = '2026-10-09'): StoredRemoval => {
  return { id, dateRemoved, reason: 'spam' };
};

/** What the same content is once its reader finds these removals. */
function withRemovals(content: Content, removals: readonly StoredRemoval[]): Content {
  const ids = new Set(removals.map(({ id }) => id));
  return { ...content, removals, reviews: content.reviews.filter(({ id }) => !ids.has(id)) };
}

test('what is taken down of right content is what the content says with these removals', () => {
  const findings = fc.record({ strength: fc.nat(25), concern: fc.nat(25) });
  const taken = fc.record({
    picks: fc.array(fc.nat(25)),
    dateRemoved: fc.constantFrom('2025-01-01', '2026-12-31'),
  });
  fc.assert(
    fc.property(
      anyContent,
      findings,
      taken,
      (some, { strength, concern }, { picks, dateRemoved }) => {
        const verified = some.reviews.filter(
          ({ verification }) => verification.status === 'verified',
        );
        const cite = (place: number) => {
          const id = verified[place]?.id;
          return id === undefined ? [] : [{ text: 'A', aspect: 'staff', evidence: [id] }];
        };
        const summary = {
          headline: 'A',
          author: 'B',
          dateModified: '2025-09-20',
          text: 'C',
          strengths: cite(strength),
          concerns: cite(concern),
        };
        const content: Content = { ...some, summary };
        const ids = new Set(picks.flatMap((place) => verified[place]?.id ?? []));
        const removals = [...content.removals, ...[...ids].map((id) => removalOf(id, dateRemoved))];
        assert.deepEqual(
          takeDown(createDataset(content, BASE_URL), removals),
          createDataset(withRemovals(content, removals), BASE_URL),
        );
      },
    ),
  );
});

const DATASET = createDataset(
  contentOf({
    reviews: [
      storedReview({ id: 'kept' }),
      storedReview({ id: 'gone' }),
      storedReview({ id: 'waiting', verification: { status: 'pending' } }),
      storedReview({
        id: 'withheld',
        verification: { status: 'withheld', reason: 'spam', date: '2026-10-11' },
      }),
    ],
    questions: [
      {
        id: 'fees',
        question: 'A?',
        answer: 'B.',
        evidence: ['gone'],
        dateModified: '2026-10-12',
      },
    ],
  }),
  BASE_URL,
);

test('the review goes, with the claim that rests on it alone, and the figures add up', () => {
  const { reviews, removed, questions, collection, aggregateRating, dateModified } = takeDown(
    DATASET,
    [removalOf('gone')],
  );
  assert.equal(reviews.length, 1);
  assert.equal(
    reviews[0],
    DATASET.reviews.find(({ id }) => id === 'kept'),
  );
  assert.deepEqual(removed, [removalOf('gone')]);
  assert.deepEqual(questions, []);
  assert.deepEqual(collection, {
    reviewsReceived: 4,
    reviewsPublished: 1,
    reviewsPending: 1,
    reviewsWithheld: 1,
    withheldByReason: { spam: 1 },
    reviewsRemoved: 1,
  });
  assert.equal(aggregateRating.ratingCount, 1);
  // The newest change left is that of the review that was withheld.
  assert.equal(dateModified, '2026-10-11');
});

const fileOf = (text: string) => [{ path: 'removed.yaml', bytes: Buffer.from(text) }];
const LINE = '- { id: gone, dateRemoved: 2026-10-09, reason: spam }\n';

test('removed.yaml is understood by itself', () => {
  const broken = { path: 'business.yaml', bytes: Buffer.from('- [') };
  assert.deepEqual(parseRemovals([broken, ...fileOf(LINE)]), [removalOf('gone')]);
});

test('a missing removed.yaml and an empty one name nothing', () => {
  assert.deepEqual(parseRemovals([]), []);
  assert.deepEqual(parseRemovals(fileOf('')), []);
});

test('a removed.yaml that is wrong, or was not read, is not taken for one that names nothing', () => {
  assert.equal(parseRemovals(fileOf(`${LINE}- {`)), undefined);
  assert.equal(parseRemovals(fileOf(LINE.replace('spam', 'anything'))), undefined);
  for (const file of ['removed.yaml', '.']) {
    const problem = { severity: 'error', file, line: 1, column: 1, message: 'A.' } as const;
    assert.equal(parseRemovals([], [problem]), undefined);
  }
});
