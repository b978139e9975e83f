import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
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

const people = ['Grace Hill', 'Mr. Crook'];
const readLaw = createAnnotator()({
  ...shippedList('law'),
  names: ['Harbor Law', ...people],
  people,
  trade: 'law',
  technicians: [],
});

test('awkward texts are read like any other', () => {
  for (const [reviewBody, rating, label, mentions] of [
    ['Excellent', 3, 'positive', ''],
    ['they were wonderful and kind i would recommend them', 3, 'positive', 'compassion+'],
    ['Not only fast but very kind and helpful.', 3, 'positive', 'compassion+'],
    ['I never had any problem, I could not be happier.', 3, 'positive', ''],
    ['A TERRIBLE AND RUDE LAWYER.', 5, 'negative', 'professionalism-'],
    ['👩‍👩‍👧‍👦', 3, 'neutral', ''],
    ['Fue bueno. The staff was wonderful. خدمة ممتازة', 3, 'positive', 'staff+'],
    ['<p>The <b>staff</b> was wonderful.</p>', 3, 'positive', 'staff+'],
    ['Great result but never called back.', 3, 'mixed', 'outcome+ responsiveness-'],
    ['Mr. Crook explained everything to me.', 5, 'positive', 'communication+'],
    ['I signed with Grace on Monday.', 3, 'neutral', ''],
    ["I'm holding back a star for the expenses.", 4, 'negative', 'value-and-fees-'],
    ['\u200b', 1, undefined, ''],
  ] as const) {
    const { sentiment, aspects = [] } = readLaw({ reviewBody, rating, inLanguage: 'en' });
    const found = aspects.map(
      ({ id, sentiment: side }) => `${id}${side === 'positive' ? '+' : '-'}`,
    );
    const read = [sentiment?.label, found.toSorted().join(' ')];
    assert.deepEqual(read, [label, mentions], reviewBody);
  }
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
