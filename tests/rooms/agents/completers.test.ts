import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complete, listPrompts, renderPrompt } from '#agents/agents.ts';
import { completeReviewId, MAX_IDS_LOOKED_AT } from '#agents/completers.ts';
import { resolveResource } from '#agents/read-resource.ts';
import { listResourceTemplates } from '#agents/resources.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { type Corpus, hashOfId, readCorpus } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';
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

const some = (...values: string[]) => ({ values, total: values.length, hasMore: false });

for (const [what, complete, rows] of [
  [
    'technicians',
    (typed: string) => ofPrompt('technician_profile', 'technician', typed),
    [
      ['', ['María López', 'Wei Zhang']],
      ['MARÍA L', ['María López']],
      ['maria-l', ['María López']],
      ['ms.', ['María López']],
      ['lopez', []],
    ],
  ],
  [
    'services',
    (typed: string) => ofPrompt('answer_prospect_question', 'service', typed),
    [
      ['', ['car-accident', 'divorce']],
      ['Car a', ['car-accident']],
      ['accident', []],
    ],
  ],
] as const) {
  test(`${what} are completed by the beginning of a name or an id`, async () => {
    for (const [typed, values] of rows) {
      assert.deepEqual(await complete(typed), some(...values), typed);
    }
  });
}

test('dates are those on which reviews were published, newest first', async () => {
  const october = some('2026-10-03', '2026-10-01');
  for (const name of ['since', 'until']) {
    assert.deepEqual(await ofPrompt('review_digest', name, '2026-10'), october);
  }
  assert.deepEqual(await ofTemplate(SINCE, 'date', '2026-10'), october);
  assert.equal((await ofTemplate(SINCE, 'date', ''))?.total, 7);
  assert.deepEqual(await ofTemplate(SINCE, 'date', '1999'), NONE);
});

test('more than 100 dates are cut off and counted', async () => {
  const many = sourceOf(datasetOf({ reviews: numberedReviews(101) }));
  const completion = await ofTemplate(SINCE, 'date', '2026', many);
  assert.equal(completion?.values.length, 100);
  assert.deepEqual([completion?.total, completion?.hasMore], [101, true]);
  const fewer = sourceOf(datasetOf({ reviews: numberedReviews(100) }));
  assert.equal((await ofTemplate(SINCE, 'date', '2026', fewer))?.hasMore, false);
});

test('a question has no completions', async () => {
  assert.deepEqual(await ofPrompt('answer_prospect_question', 'question', 'How'), NONE);
});

test('there are no completions of unknown prompts, templates and arguments', async () => {
  assert.equal(await ofPrompt('nobody', 'since', ''), undefined);
  assert.equal(await ofPrompt('__proto__', 'since', ''), undefined);
  for (const name of ['technician', '', 'constructor', '__proto__']) {
    assert.equal(await ofPrompt('review_digest', name, ''), undefined);
    assert.equal(await ofTemplate(SINCE, name, ''), undefined);
    assert.equal(await ofTemplate(PAGE, name, ''), undefined);
  }
  for (const uri of ['', `${BASE_URL}/reviews.json`, `${BASE_URL}/reviews/everything/`]) {
    assert.equal(await ofTemplate(uri, 'id', ''), undefined);
  }
});

test('every prompt argument and template variable has completions, if only none', async () => {
  for (const prompt of listPrompts()) {
    for (const { name } of prompt.arguments) assert.ok(await ofPrompt(prompt.name, name, ''));
  }
  for (const { uriTemplate } of listResourceTemplates(BASE_URL)) {
    for (const [, name = ''] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
      assert.ok(await ofTemplate(uriTemplate, name, ''));
    }
  }
});

test('every completion is taken by what it completes', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const bare = sourceOf(dataset);
      const from = withPages(
        bare,
        dataset.reviews.map(({ id }) => id),
      );
      const dates = await ofTemplate(SINCE, 'date', '', from);
      for (const date of dates?.values ?? []) {
        assert.ok(await resolveResource(SINCE.replace('{date}', date), from));
        const given = { since: date, until: date };
        assert.ok((await renderPrompt('review_digest', given, from)).ok);
      }
      const ids = await ofTemplate(PAGE, 'id', '', from);
      for (const id of ids?.values ?? []) {
        assert.ok(await resolveResource(PAGE.replace('{id}', id), from));
      }
      const technicians = await ofPrompt('technician_profile', 'technician', '', from);
      for (const technician of technicians?.values ?? []) {
        assert.ok((await renderPrompt('technician_profile', { technician }, from)).ok);
      }
      const services = await ofPrompt('answer_prospect_question', 'service', '', from);
      for (const service of services?.values ?? []) {
        const given = { question: 'How?', service };
        assert.ok((await renderPrompt('answer_prospect_question', given, from)).ok);
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
    { numRuns: 50 },
  );
});

const NUMBERED = datasetOf({ reviews: numberedReviews(150) });
const numbered = readCorpus([renderReviewsJson(NUMBERED)]);
const newest = NUMBERED.reviews.map(({ id }) => id).slice(0, 100);

test('of more than 100 ids with a beginning the newest are given, and all are counted', async () => {
  const all = { values: newest, total: 150, hasMore: true };
  assert.deepEqual(await completeIn(numbered, 'review-'), all);
});

test('exactly 100 ids with a beginning are all of them', async () => {
  const completion = await completeIn(numbered, 'review-0');
  assert.equal(completion.values.length, 100);
  assert.deepEqual([completion.total, completion.hasMore], [100, false]);
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
