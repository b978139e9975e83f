import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { ChangesResult } from '#openapi/review-answers.ts';
import { type ChangeLog, lastModifiedSince, positionIn } from '#search/changes/change-log.ts';
import { MAX_CHANGES, renderChanges } from '#search/changes/changes.ts';
import { findChanges, type Logged } from '#search/changes/find-changes.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { type Corpus, corpusOf } from '#search/corpus/corpus.ts';
import { sinceSlice } from '#search/since.ts';
import { runs } from '../../../support/at-length.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';

const IDS = Array.from({ length: 6 }, (_, index) => `review-${index}`);
const DATES = ['2024-01-01', '2024-06-01', '2025-01-01', '2026-01-01'];

/** What a release says of a review: a record, an entry of removed.yaml, or nothing. */
type State =
  | { readonly datePublished: string; readonly reviewBody: string }
  | { readonly dateRemoved: string; readonly reason: 'duplicate' | 'unlawful' }
  | undefined;
const state: fc.Arbitrary<State> = fc.oneof(
  fc.record({ datePublished: fc.constantFrom(...DATES), reviewBody: fc.constantFrom('A.', 'B.') }),
  fc.record({
    dateRemoved: fc.constantFrom(...DATES),
    reason: fc.constantFrom('duplicate' as const, 'unlawful' as const),
  }),
  fc.constant(undefined),
);
const states = fc.array(fc.tuple(...IDS.map(() => state)), { minLength: 1, maxLength: 7 });

/** A release with its log. */
type Made = {
  readonly dataset: Dataset;
  readonly logged: Logged;
  readonly corpus: Corpus;
  readonly number: number;
  readonly log: ChangeLog;
};

/** One release after another. */
function makeReleases(all: readonly (readonly State[])[]) {
  const made: Made[] = [];
  for (const of of all) {
    const dataset = datasetOf({
      reviews: IDS.flatMap((id, index) => {
        const said = of[index];
        return said && 'reviewBody' in said ? [storedReview({ id, ...said })] : [];
      }),
      removals: IDS.flatMap((id, index) => {
        const said = of[index];
        return said && 'reason' in said ? [{ id, ...said }] : [];
      }),
    });
    made.push(follow(made.at(-1), dataset));
  }
  return made;
}

function follow(before: Made | undefined, dataset: Dataset): Made {
  const parts = renderReviews(dataset, before?.logged.blocks);
  const logged = { blocks: parts.blocks, removed: dataset.removed };
  const changes = before ? findChanges(before.logged, logged) : [];
  const number = (before?.number ?? 0) + 1;
  const log = continueLog(before?.log, changes, 1_000_000 + number * 300);
  return { dataset, logged, corpus: corpusOf(parts), number, log };
}

function ask({ log, corpus, dataset }: Made, after: number) {
  const { body } = renderChanges({ log, corpus, removed: dataset.removed }, after, 'json');
  return ChangesResult.parse(JSON.parse(body.toString()));
}

test('a mirror that only follows holds what is published, whichever releases it sees', () => {
  fc.assert(
    fc.property(states, fc.array(fc.boolean()), (all, seen) => {
      const releases = makeReleases(all);
      const [first = assert.fail()] = releases;
      let cursor = first.log.floor.position;
      const mirror = new Map(first.dataset.reviews.map((review) => [review.id, review]));
      for (const [index, release] of releases.entries()) {
        if (seen[index] && index < releases.length - 1) continue;
        const { changes, next } = ask(release, cursor);
        for (const change of changes) {
          if (change.kind === 'removed') mirror.delete(change.id);
          else mirror.set(change.id, change.review);
          const { dateRemoved, reason } = change.kind === 'removed' ? change : {};
          const tombstone = release.dataset.removed.find(({ id }) => id === change.id);
          assert.deepEqual([dateRemoved, reason], [tombstone?.dateRemoved, tombstone?.reason]);
        }
        cursor = positionIn(next) ?? assert.fail();
        assert.deepEqual(new Set(mirror.values()), new Set<Review>(release.dataset.reviews));
        // Nothing new: the same cursor again.
        assert.deepEqual(ask(release, cursor), { changes: [], next });
      }
    }),
    { numRuns: runs(60) },
  );
});

test('the Last-Modified of a slice of since grows with each release that changes the slice, and only then', () => {
  fc.assert(
    fc.property(states, (all) => {
      const releases = makeReleases(all);
      for (const [index, { log, corpus, dataset }] of releases.entries()) {
        const before = releases[index - 1];
        for (const date of [...DATES, '2020-01-01', '2030-01-01']) {
          if (!before) continue;
          const [old, now] = [before.log, log].map((one) => lastModifiedSince(one, date));
          const etag = sinceSlice(before.corpus, before.dataset.removed, date).etag;
          const isChanged = sinceSlice(corpus, dataset.removed, date).etag !== etag;
          assert.equal((now ?? 0) > (old ?? 0), isChanged, date);
        }
      }
    }),
    { numRuns: runs(60) },
  );
});

test('long logs are answered in pages of the same length, in order and without gaps', () => {
  const count = 2 * MAX_CHANGES + 300;
  const reviews = Array.from({ length: count }, (_, index) =>
    storedReview({ id: `review-${index}`, datePublished: index % 2 ? '2025-01-01' : '2024-01-01' }),
  );
  const [none = assert.fail()] = makeReleases([IDS.map(() => undefined)]);
  const dataset = datasetOf({ reviews });
  const release = follow(none, dataset);
  const found: string[] = [];
  for (const length of [MAX_CHANGES, MAX_CHANGES, 300, 0]) {
    const { changes, next } = ask(release, found.length);
    assert.equal(changes.length, length);
    for (const change of changes) {
      assert.equal(change.kind === 'added' && change.review.id, change.id);
      found.push(change.id);
    }
    assert.equal(positionIn(next), found.length);
  }
  assert.deepEqual(
    found,
    dataset.reviews.map(({ id }) => id),
  );
});

test('what is published decides, where the log is behind it', () => {
  const [first, second = assert.fail(), third = assert.fail()] = makeReleases([
    [undefined],
    [{ datePublished: '2025-01-01', reviewBody: 'A.' }],
    [undefined],
  ]);
  assert.ok(first);
  const kindsOf = (of: Made) => ask(of, 0).changes.map(({ kind }) => kind);
  assert.deepEqual(kindsOf({ ...third, log: second.log }), ['removed']);
  assert.deepEqual(kindsOf({ ...second, log: third.log }), ['edited']);
});
