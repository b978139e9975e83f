import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnnotatedText } from '#dataset/annotate.ts';
import { ReviewAspect } from '#dataset/review.ts';
import { applyJudgments, createAnnotator } from '#insights/annotation/annotation.ts';
import type { Mention } from '#insights/mention.ts';
import { runs } from '../../../support/at-length.ts';
import { judgeByWords } from '../judge-by-words.ts';
import { mentionOf } from '../mention-of.ts';
import { anyText } from '../text/any-text.ts';
import { vocabularyWith } from '../vocabulary-with.ts';

const aspectOf = (id: string, ...terms: string[]) => ({ id, name: id, description: id, terms });
const ASPECTS = [
  aspectOf('staff', 'staff', 'lawyer'),
  aspectOf('fees', 'fees', 'bill'),
  aspectOf('outcome', 'result'),
];
const VOCABULARY = vocabularyWith(ASPECTS);
const annotate = createAnnotator(judgeByWords)(VOCABULARY);
const review = (reviewBody: string, changes: Partial<AnnotatedText> = {}): AnnotatedText => ({
  reviewBody,
  rating: 3,
  inLanguage: 'en',
  aspects: undefined,
  ...changes,
});
test('a text in another language or without words is not analysed, one without aspects has none', () => {
  assert.deepEqual(annotate(review('Good staff', { inLanguage: 'es' })), {});
  assert.deepEqual(annotate(review(' \n… ( )')), {});
  assert.deepEqual(annotate(review('Good', { inLanguage: 'EN-gb' })).aspects, []);
});

test('what an editor judges wins, of any text, and the sentiment of the review stays', () => {
  const aspects = { staff: 'mixed', outcome: 'negative' } as const;
  const text = 'Fair. Good staff and fees.';
  const judged = annotate(review(text, { aspects }));
  assert.deepEqual(
    judged.aspects?.map((said) => `${said.id} ${said.sentiment} ${said.confidence}: ${said.quote}`),
    [
      'outcome negative 1: Fair. Good staff and fees.',
      'staff mixed 1: Good staff and fees.',
      'fees positive 0.9: Good staff and fees.',
    ],
  );
  assert.deepEqual(judged.sentiment, annotate(review(text)).sentiment);
  const [mention] = annotate(review('Muy bien', { aspects, inLanguage: 'es' })).aspects ?? [];
  assert.deepEqual([mention?.id, mention?.score, mention?.end], ['staff', 0, 8]);
});

const anyReview = fc.record({
  reviewBody: fc
    .array(
      fc.oneof(
        anyText,
        fc.constantFrom('staff', 'good', 'bad', 'the bill', 'result', 'æ', 'Đ', ' \r\n ', 'ÆØ½'),
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(' ')),
  rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
  inLanguage: fc.constantFrom('en', 'en-GB', 'es'),
  aspects: fc.constantFrom<AnnotatedText['aspects'][]>(undefined, undefined, { fees: 'mixed' }),
});

test('of any text every quote is its slice, in order, and analysed again it is the same', () => {
  fc.assert(
    fc.property(anyReview, (text) => {
      const annotations = annotate(text);
      let from = 0;
      for (const mention of annotations.aspects ?? []) {
        const { quote, start, end, confidence, id } = ReviewAspect.parse(mention);
        assert.equal(quote, text.reviewBody.slice(start, end));
        assert.ok(start >= from);
        from = start;
        assert.equal(confidence === 1, Object.hasOwn(text.aspects ?? {}, id));
      }
      assert.deepEqual(createAnnotator(judgeByWords)(VOCABULARY)(text), annotations);
    }),
    { numRuns: runs(300) },
  );
});

test('what editors say is about somebody else leaves the label alone', () => {
  const aspects = { fees: { sentiment: 'neutral', about: 'other' } } as const;
  for (const [text, label] of [
    ['A bad bill. Good lawyer.', 'positive'],
    ['A bad bill.', 'neutral'],
  ] as const) {
    assert.equal(annotate(review(text, { aspects })).sentiment?.label, label);
  }
});

const TEXT = 'Kind staff, kinder staff, fair fees.';

function found(id: string, quote: string, confidence: number): Mention {
  const start = TEXT.indexOf(quote);
  return mentionOf({ id, score: 0.5, confidence, quote, start, end: start + quote.length });
}
const KIND = found('staff', 'Kind staff', 0.8);
const KINDER = found('staff', 'kinder staff', 0.9);
const FAIR = found('fees', 'fair fees.', 0.7);

const applied = (changes: Partial<AnnotatedText>, mentions = [KIND, KINDER, FAIR], text = TEXT) =>
  applyJudgments(mentions, review(text, changes), ['staff', 'fees', 'outcome']);

test('a judgment takes the place of all mentions of its aspect, with the surest words, or the first', () => {
  assert.deepEqual(applied({ aspects: { staff: 'negative' } }), [
    { ...KINDER, sentiment: 'negative', score: -1, confidence: 1 },
    FAIR,
  ]);
  const alike = [KIND, { ...KINDER, confidence: KIND.confidence }];
  const [first] = applied({ aspects: { staff: 'mixed' } }, alike);
  assert.deepEqual(first, { ...KIND, sentiment: 'mixed', score: 0, confidence: 1 });
});

test('what editors want never quoted is marked: all, or a sentence that holds a phrase', () => {
  for (const [quotes, quotable, text] of [
    ['never', false, TEXT],
    [['FAIR FEES'], false, TEXT],
    [['slow'], undefined, TEXT],
    [['never called'], undefined, 'Kind staff. Much happened. They never called.'],
  ] as const) {
    const [mention] = applied(
      { quotes: typeof quotes === 'string' ? quotes : [...quotes] },
      [KIND],
      text,
    );
    assert.equal(mention?.quotable, quotable, text);
  }
});

test('praise and blame of people are told clause by clause, of those whom editors list where they do', () => {
  const person = (id: string, name: string) => {
    return { id, name, aliases: [], jobTitle: 'Lawyer', unambiguous: false };
  };
  const technicians = [person('wei', 'Wei Zhang'), person('ana', 'Ana Cruz')];
  const names = technicians.map(({ name }) => name);
  const read = createAnnotator(judgeByWords)({
    ...{ ...VOCABULARY, names, people: names, technicians },
  });
  const text = 'Wei Zhang and Ana Cruz were good. Ana Cruz was bad. I told Wei Zhang it was bad.';
  const peopleOf = (changes: Partial<AnnotatedText>) =>
    read(review(text, changes)).people?.map(({ id, sentiment, start, end, quote, quotable }) => {
      assert.equal(quote, text.slice(start, end));
      return `${id} ${sentiment} ${start}${quotable === false ? ' never' : ''}`;
    });
  assert.deepEqual(peopleOf({}), ['ana positive 0', 'wei positive 0', 'ana negative 34']);
  assert.deepEqual(peopleOf({ technicians: ['wei'] }), ['wei positive 0']);
  assert.equal(peopleOf({ technicians: [] }), undefined);
  assert.deepEqual(peopleOf({ technicians: ['ana'], quotes: ['was bad'] }), [
    'ana positive 0',
    'ana negative 34 never',
  ]);
});
