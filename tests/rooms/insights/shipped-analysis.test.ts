import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Review } from '#dataset/review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { vocabularyWith } from './vocabulary-with.ts';

const annotate = createAnnotator()(
  vocabularyWith([
    { id: 'communication', name: 'Communication', description: 'News.', terms: ['communication'] },
  ]),
);
const analyse = (reviewBody: string, rating: number) =>
  annotate({ reviewBody, rating, inLanguage: 'en', aspects: undefined });
const Annotations = Review.pick({ sentiment: true, aspects: true });

const BLAME = 'They were rude, dishonest, lazy and careless';
const PRAISE = 'They were kind, caring, patient, honest, smart, helpful, warm and friendly';

test('much blame before a contrast stays blame, and much praise stays praise', () => {
  for (const contrast of ['but the office has parking', 'although it was a Tuesday']) {
    assert.equal(analyse(`${BLAME} ${contrast}.`, 1).sentiment?.label, 'negative');
    assert.equal(analyse(`${PRAISE} ${contrast}.`, 5).sentiment?.label, 'positive');
  }
  const lies = 'They lied, overcharged us, and ignored every call while our case fell apart.';
  assert.equal(analyse(lies, 3).sentiment?.label, 'negative');
});

test('thousands of words of praise or blame give finite scores, and the side that they take', () => {
  for (const [word, label] of [
    ['worst', 'negative'],
    ['best', 'positive'],
  ] as const) {
    const text = `but the communication was ${`${word} `.repeat(3000)}`;
    const annotations = analyse(text, 3);
    assert.deepEqual(Annotations.parse(annotations), annotations);
    assert.equal(annotations.sentiment?.label, label);
    for (const { quote } of annotations.aspects ?? []) assert.ok(quote.length < 1000);
  }
});

test('one more sentence of praise never lowers the score of a review', () => {
  const more = 'They were wonderful, kind and very helpful.';
  for (const text of ['', BLAME, `${PRAISE} but slow`, 'We met in May', 'Great. Awful.', 'ok :(']) {
    for (const rating of [1, 3, 5]) {
      const before = analyse(`${text}.`, rating).sentiment?.score ?? -1;
      const after = analyse(`${text}.\n\n${more}`, rating).sentiment?.score ?? -1;
      assert.ok(after >= before, `${text} ${rating}: ${before} → ${after}`);
    }
  }
});
