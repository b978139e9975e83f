import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complete } from '#agents/complete.ts';
import { listPrompts, renderPrompt } from '#agents/prompts.ts';
import { resolveResource } from '#agents/resource-resolution.ts';
import { listResourceTemplates } from '#agents/resource-templates.ts';
import type { ReviewSource } from '#agents/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD, BASE_URL, datasetOf, numberedReviews } from '../artifacts/sample-datasets.ts';
import { sourceOf } from '../support/review-source.ts';
import { withPages } from '../support/with-pages.ts';

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

for (const [typed, values] of [
  ['', ['María López', 'Wei Zhang']],
  ['maria', ['María López']],
  ['MARÍA L', ['María López']],
  ['maria-l', ['María López']],
  ['ms.', ['María López']],
  ['w', ['Wei Zhang']],
  ['lopez', []],
  ['María López!', []],
] as const) {
  test(`${JSON.stringify(typed)} begins the technicians ${JSON.stringify(values)}`, () => {
    assert.deepEqual(ofPrompt('technician_profile', 'technician', typed), some(...values));
  });
}

for (const [typed, values] of [
  ['', ['car-accident', 'divorce']],
  ['car-', ['car-accident']],
  ['Car a', ['car-accident']],
  ['DIV', ['divorce']],
  ['accident', []],
] as const) {
  test(`${JSON.stringify(typed)} begins the services ${JSON.stringify(values)}`, () => {
    assert.deepEqual(ofPrompt('answer_prospect_question', 'service', typed), some(...values));
  });
}

test('dates are those on which reviews were published, newest first', () => {
  const october = some('2026-10-03', '2026-10-01');
  for (const name of ['since', 'until']) {
    assert.deepEqual(ofPrompt('review_digest', name, '2026-10'), october);
  }
  assert.deepEqual(ofTemplate(SINCE, 'date', '2026-10'), october);
  assert.equal(ofTemplate(SINCE, 'date', '')?.total, 7);
  assert.deepEqual(ofTemplate(SINCE, 'date', '1999'), NONE);
});

test('more than 100 dates are cut off and counted', () => {
  const many = sourceOf(datasetOf({ reviews: numberedReviews(101) }));
  const completion = ofTemplate(SINCE, 'date', '2026', many);
  assert.equal(completion?.values.length, 100);
  assert.deepEqual([completion?.total, completion?.hasMore], [101, true]);
  const fewer = sourceOf(datasetOf({ reviews: numberedReviews(100) }));
  assert.equal(ofTemplate(SINCE, 'date', '2026', fewer)?.hasMore, false);
});

test('ids of reviews are completed in the order of the corpus', () => {
  assert.deepEqual(ofTemplate(PAGE, 'id', 'everything'), some('everything'));
  assert.deepEqual(
    ofTemplate(PAGE, 'id', 'awkward-')?.values,
    AWKWARD.reviews.map(({ id }) => id).filter((id) => id.startsWith('awkward-')),
  );
});

test('a question has no completions', () => {
  assert.deepEqual(ofPrompt('answer_prospect_question', 'question', 'How'), NONE);
});

test('there are no completions of unknown prompts, templates and arguments', () => {
  assert.equal(ofPrompt('nobody', 'since', ''), undefined);
  assert.equal(ofPrompt('__proto__', 'since', ''), undefined);
  for (const name of ['technician', '', 'constructor', '__proto__']) {
    assert.equal(ofPrompt('review_digest', name, ''), undefined);
    assert.equal(ofTemplate(SINCE, name, ''), undefined);
    assert.equal(ofTemplate(PAGE, name, ''), undefined);
  }
  for (const uri of ['', `${BASE_URL}/reviews.json`, `${BASE_URL}/reviews/everything/`]) {
    assert.equal(ofTemplate(uri, 'id', ''), undefined);
  }
});

test('every prompt argument and template variable has completions, if only none', () => {
  for (const prompt of listPrompts()) {
    for (const { name } of prompt.arguments) assert.ok(ofPrompt(prompt.name, name, ''));
  }
  for (const { uriTemplate } of listResourceTemplates(BASE_URL)) {
    for (const [, name = ''] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
      assert.ok(ofTemplate(uriTemplate, name, ''));
    }
  }
});

test('every completion is taken by what it completes', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const bare = sourceOf(dataset);
      const from = withPages(
        bare,
        dataset.reviews.map(({ id }) => id),
      );
      for (const date of ofTemplate(SINCE, 'date', '', from)?.values ?? []) {
        assert.ok(resolveResource(SINCE.replace('{date}', date), from));
        assert.ok(renderPrompt('review_digest', { since: date, until: date }, from).ok);
      }
      for (const id of ofTemplate(PAGE, 'id', '', from)?.values ?? []) {
        assert.ok(resolveResource(PAGE.replace('{id}', id), from));
      }
      for (const technician of ofPrompt('technician_profile', 'technician', '', from)?.values ??
        []) {
        assert.ok(renderPrompt('technician_profile', { technician }, from).ok);
      }
      for (const service of ofPrompt('answer_prospect_question', 'service', '', from)?.values ??
        []) {
        const given = { question: 'How?', service };
        assert.ok(renderPrompt('answer_prospect_question', given, from).ok);
      }
    }),
    { numRuns: 5 },
  );
});

test('hostile values are completed to nothing', () => {
  const values = ['a'.repeat(60_000), '\u0000', '../', '%2e', '"', '\ud800', '{id}', '","id":"'];
  for (const value of values) {
    assert.deepEqual(ofTemplate(PAGE, 'id', value), NONE);
    assert.deepEqual(ofTemplate(SINCE, 'date', value), NONE);
    assert.deepEqual(ofPrompt('technician_profile', 'technician', `x${value}`), NONE);
  }
});
