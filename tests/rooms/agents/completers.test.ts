import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complete, listPrompts, renderPrompt } from '#agents/agents.ts';
import { completeReviewId, MAX_IDS_LOOKED_AT } from '#agents/completers.ts';
import { resolveResource } from '#agents/read-resource.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { type Corpus, hashOfId, readCorpus } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { runs } from '../../support/at-length.ts';
import { sourceOf, withPages } from '../../support/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD, BASE_URL, datasetOf, numberedReviews } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const SINCE = `${BASE_URL}/api/reviews/since/{date}`;
const PAGE = `${BASE_URL}/reviews/{id}/`;
const NONE = { values: [], total: 0, hasMore: false };

function ofPrompt(prompt: string, name: string, value: string, from: ReviewSource = source) {
  return complete({ type: 'ref/prompt', name: prompt }, { name, value }, from);
}

function ofTemplate(uri: string, name: string, value: string, from: ReviewSource = source) {
  return complete({ type: 'ref/resource', uri }, { name, value }, from);
}

test('more than 100 dates are cut off and counted', async () => {
  for (const count of [100, 101]) {
    const from = sourceOf(datasetOf({ reviews: numberedReviews(count) }));
    const { values, ...counts } = (await ofTemplate(SINCE, 'date', '2026', from)) ?? assert.fail();
    assert.equal(values.length, 100);
    assert.deepEqual(counts, { total: count, hasMore: count > 100 });
  }
});

test('every completion is taken by what it completes', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const ids = dataset.reviews.map(({ id }) => id);
      const from = withPages(sourceOf(dataset), ids);
      for (const [template, name] of [
        [SINCE, 'date'],
        [PAGE, 'id'],
      ] as const) {
        for (const value of (await ofTemplate(template, name, '', from))?.values ?? []) {
          assert.ok(await resolveResource(template.replace(`{${name}}`, value), from));
        }
      }
      for (const prompt of listPrompts()) {
        for (const { name } of prompt.arguments) {
          for (const value of (await ofPrompt(prompt.name, name, '', from))?.values ?? []) {
            const question = prompt.name === 'answer_prospect_question' && { question: 'How?' };
            assert.ok((await renderPrompt(prompt.name, { ...question, [name]: value }, from)).ok);
          }
        }
      }
    }),
    { numRuns: 5 },
  );
});

test('hostile values are completed to nothing', async () => {
  const values = ['a'.repeat(60_000), '\u0000', '../../', '%2e', '"', '\ud800', '{id}', '","id":"'];
  for (const value of values) {
    assert.deepEqual(await ofTemplate(PAGE, 'id', value), NONE);
    assert.deepEqual(await ofTemplate(SINCE, 'date', value), NONE);
    assert.deepEqual(await ofPrompt('technician_profile', 'technician', `x${value}`), NONE);
  }
});

const completeIn = (corpus: Corpus, typed: string) =>
  completeReviewId(typed, { ...source, corpus });

test('the ids are those of a naive filter', async () => {
  const typed = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9-]{1,2}$/));
  await fc.assert(
    fc.asyncProperty(
      anyDataset,
      typed,
      fc.nat(24),
      fc.nat(9),
      async (dataset, begun, which, length) => {
        const corpus = readCorpus([renderReviewsJson(dataset)]);
        const own = dataset.reviews[which]?.id.slice(0, length) ?? '';
        for (const beginning of [begun, own]) {
          const ids = dataset.reviews.map(({ id }) => id).filter((id) => id.startsWith(beginning));
          assert.deepEqual(await completeIn(corpus, beginning), {
            values: ids,
            total: ids.length,
            hasMore: false,
          });
        }
      },
    ),
    { numRuns: runs(50) },
  );
});

test('of more than 100 ids with a beginning the newest are given, and all are counted', async () => {
  const dataset = datasetOf({ reviews: numberedReviews(150) });
  const numbered = readCorpus([renderReviewsJson(dataset)]);
  const newest = dataset.reviews.map(({ id }) => id).slice(0, 100);
  const all = { values: newest, total: 150, hasMore: true };
  assert.deepEqual(await completeIn(numbered, 'review-'), all);
  const { values, ...counts } = await completeIn(numbered, 'review-0');
  assert.equal(values.length, 100);
  assert.deepEqual(counts, { total: 100, hasMore: false });
});

/** A corpus whose last review, an old one, is the only one with its id. */
function manyIds(count: number): Corpus {
  const line = (id: string) =>
    `{"@type":"Review","@id":"https://r.example/${id}/","id":"${id}"},\n`;
  const same = Buffer.from(line('same'));
  const last = Buffer.from(line('rare'));
  return {
    body: [same, last],
    offsets: Float64Array.of(0, same.length),
    count,
    starts: Float64Array.from({ length: count + 1 }, (_, index) =>
      index < count - 1 ? 0 : same.length + (index === count ? last.length : 0),
    ),
    datePrefixes: [],
    halfStars: new Uint8Array(),
    idHashes: Uint32Array.from({ length: count }, (_, index) =>
      index < count - 1 ? 0 : hashOfId('rare'),
    ),
  };
}

test('so many reviews are looked at, and of older ones only whole ids are found', async () => {
  const all = manyIds(MAX_IDS_LOOKED_AT);
  assert.deepEqual(await completeIn(all, 'rar'), { values: ['rare'], total: 1, hasMore: false });
  const more = manyIds(MAX_IDS_LOOKED_AT + 1);
  assert.deepEqual(await completeIn(more, 'rar'), { values: [], hasMore: true });
  assert.deepEqual(await completeIn(more, 'rare'), { values: ['rare'], hasMore: true });
  assert.deepEqual(await completeIn(more, 'rarest'), { values: [], hasMore: true });
});
