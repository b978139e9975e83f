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

test('much blame before a contrast stays blame, and much praise stays praise', () => {
  for (const contrast of ['but the office has parking', 'although it was a Tuesday']) {
    assert.equal(analyse(`${BLAME} ${contrast}.`, 1).sentiment?.label, 'negative');
    assert.equal(analyse(`${PRAISE} ${contrast}.`, 5).sentiment?.label, 'positive');
  }
  const lies = 'They lied, overcharged us, and ignored every call while our case fell apart.';
  assert.equal(analyse(lies, 3).sentiment?.label, 'negative');
});

const LAW = shippedList('law');
const readLaw = createAnnotator()({
  ...LAW,
  names: ['Harbor Law', 'Grace Hill', 'Mr. Crook'],
  people: ['Grace Hill', 'Mr. Crook'],
});

for (const [kind, said] of Object.entries({
  'sincere praise is praise, however it is put': [
    ['They did a great job handling my case.', 5, 'positive', ''],
    ['The staff did an amazing job explaining everything.', 5, 'positive', 'communication+ staff+'],
    ['Kudos to the whole team for their patience.', 5, 'positive', 'compassion+ staff+'],
    ['I love how responsive they are.', 5, 'positive', 'responsiveness+'],
    ['They made me feel "like family".', 5, 'positive', 'compassion+'],
    ['Great job losing my file.', 1, 'neutral', ''],
  ],
  'a name is no word': [
    ['Mr. Crook explained everything to me.', 5, 'positive', 'communication+'],
    ['Mr. Crook explained everything to me.', 1, 'neutral', 'communication'],
    ['I signed with Grace on Monday.', 3, 'neutral', ''],
  ],
  'the faults of the staff are those of the firm': [
    ['Other staff were rude too.', 2, 'negative', 'professionalism- staff-'],
    ['Five different case managers in a year.', 1, 'negative', 'staff-'],
    ['Ms. Hill called and moved me to a different case manager.', 2, 'neutral', 'staff'],
  ],
  'a reservation is none of praise': [
    ["I'm holding back a star for the expenses.", 4, 'negative', 'value-and-fees-'],
    ['The paperwork was a lot.', 5, 'neutral', 'process-ease'],
    ['I just wish it did not take so long.', 4, 'negative', 'process-ease-'],
    ['I was hoping for a quick settlement and got it.', 5, 'positive', 'outcome+'],
    [
      ...([
        "I had to find out from the OTHER side's insurance that my case had settled.",
        2,
      ] as const),
      ...(['negative', 'communication-'] as const),
    ],
  ],
} as const)) {
  test(kind, () => {
    for (const [reviewBody, rating, label, mentions] of said) {
      const { sentiment, aspects = [] } = readLaw({ reviewBody, rating, inLanguage: 'en' });
      const found = aspects
        .filter(({ about }) => about === 'business')
        .map(
          ({ id, sentiment: side }) =>
            `${id}${side === 'neutral' ? '' : side === 'positive' ? '+' : '-'}`,
        );
      assert.deepEqual(
        [sentiment?.label, found.toSorted().join(' ')],
        [label, mentions],
        reviewBody,
      );
    }
  });
}

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
