import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { AnnotatedText, Annotations } from '#dataset/annotate.ts';
import { Aspect } from '#dataset/schema/stored-entities.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { BUSINESS, type Files } from '../support/content-files.ts';
import { bytesAt, makeRelease } from '../support/release.ts';
import { sampleReview } from '../support/sample-content.ts';

const ASPECTS = Object.entries({
  outcome: ['result', 'win'],
  responsiveness: ['call back', 'fast'],
  staff: ['staff', 'lawyer', 'paralegal', 'receptionist'],
}).map(([id, terms]) => Aspect.parse({ id, name: id, description: id, terms }));
const annotate = createAnnotator()({ aspects: ASPECTS, others: [], names: [], people: [] });

/** What is found in a text; every quote is held against it. */
function analyse(reviewBody: string, changes: Partial<AnnotatedText> = {}): Annotations {
  const text = { reviewBody, rating: 3, inLanguage: 'en', aspects: undefined, ...changes };
  const annotations = annotate(text);
  for (const { quote, start, end } of annotations.aspects ?? []) {
    assert.equal(quote, reviewBody.slice(start, end));
  }
  return annotations;
}
const labelOf = (text: string) => analyse(text).sentiment?.label;
const mentionsOf = (text: string, changes?: Partial<AnnotatedText>) =>
  analyse(text, changes).aspects?.map(({ id, sentiment, quote }) => `${id} ${sentiment}: ${quote}`);

test('an empty text says nothing, whatever the stars', () => {
  for (const text of ['', ' ', '\n\n', '\u200b'])
    assert.deepEqual(analyse(text, { rating: 1 }), {});
});

test('50,000 characters are analysed, of whatever they are', () => {
  for (const piece of ['staff, ', 'but ', 'x', '!', '🙂', 'a.', '(']) {
    analyse(piece.repeat(50_000 / piece.length));
  }
  assert.equal(analyse('The staff was kind. '.repeat(2500)).aspects?.length, 2500);
});

for (const [title, text, label] of [
  ['one word is a clause', 'Excellent', 'positive'],
  [
    'a text without punctuation is one clause',
    'they were wonderful and kind i would recommend them to everyone',
    'positive',
  ],
  [
    'sarcasm is taken at its word, which is wrong, as the limitations tell',
    'Oh wonderful, another great month of silence. Just brilliant.',
    'positive',
  ],
  ['“not only” turns nothing', 'Not only fast but very kind and helpful.', 'positive'],
  ['a negation turns what it reaches', 'They were not good and not helpful at all.', 'negative'],
  ['two of them turn it back', 'I never had any problem, I could not be happier.', 'positive'],
] as const) {
  test(title, () => assert.equal(labelOf(text), label));
}

test('emoji alone have a sentiment that is defined, and no aspect', () => {
  for (const text of ['👍👍🙂', '👩‍👩‍👧‍👦', '❤️']) {
    const { sentiment, aspects } = analyse(text);
    assert.ok(sentiment);
    assert.deepEqual(aspects, []);
  }
});

test('capitals throughout say what small letters say', () => {
  const text = 'A terrible and rude lawyer.';
  assert.deepEqual(
    mentionsOf(text.toUpperCase())?.map((line) => line.toLowerCase()),
    mentionsOf(text)?.map((line) => line.toLowerCase()),
  );
  assert.equal(labelOf(text.toUpperCase()), labelOf(text));
});

test('a text that mixes languages is read as what it is labelled', () => {
  const text = 'El servicio fue bueno. The staff was wonderful. خدمة ممتازة';
  assert.deepEqual(mentionsOf(text), ['staff positive: The staff was wonderful.']);
  assert.deepEqual(analyse(text, { inLanguage: 'es' }), {});
});

test('HTML is text like any other', () => {
  const text = '<p>The <b>staff</b> was wonderful &amp; kind.</p><script>alert(1)</script>';
  assert.match(mentionsOf(text)?.[0] ?? '', /^staff positive/);
});

test('a contrast praises one thing and blames another', () => {
  assert.deepEqual(mentionsOf('Great result but never called back.'), [
    'outcome positive: Great result',
    'responsiveness negative: never called back.',
  ]);
});

test('stars do not turn what a text says clearly', () => {
  const said = (text: string, rating: number) => String(mentionsOf(text, { rating }));
  assert.match(said('The staff was wonderful, kind and very helpful.', 1), /^staff positive/);
  assert.match(said('A terrible lawyer, rude and dishonest.', 5), /^staff negative/);
});

const BODIES = {
  empty: '',
  word: 'Excellent',
  long: `The staff was wonderful ${'and so very kind '.repeat(2900)}`,
  bare: 'no marks the staff was rude they never called back i would not go again',
  emoji: '👍👍👍',
  capitals: 'THE LAWYER WAS WONDERFUL AND WE DID WIN',
  languages: 'Muy amable. The paralegal was kind. ممتاز',
  markup: '<b>Kind staff</b> </script> ]]> &amp; <!-- so -->',
  contrast: 'Great result but never called back.',
  words: 'By the grace of God they will win, I will be back.',
  named: 'Grace Lee and will hunt were kind. Maria was kind too.',
  namesake: 'Maria Diaz was wonderful.',
  beside: 'Linh was a great paralegal. The receptionist was rude and careless.',
};
const CONTENT: Files = {
  'business.yaml': BUSINESS,
  'aspects.yaml': JSON.stringify(ASPECTS),
  'technicians.yaml': `- { id: grace-lee, name: Grace Lee, jobTitle: Partner }
- { id: will-hunt, name: Will Hunt, jobTitle: Partner }
- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner, unambiguous: true }
- { id: maria-diaz, name: Maria Diaz, jobTitle: Associate, unambiguous: true }
- { id: linh-tran, name: Linh Tran, jobTitle: Paralegal, unambiguous: true }
`,
  ...Object.fromEntries(
    Object.entries(BODIES).flatMap(([id, body]) =>
      Object.entries(sampleReview(`bad-${id}`, '2026-10-03', {}, body)),
    ),
  ),
};
const { encoded } = await makeRelease(CONTENT);
const read = (path: string): unknown => JSON.parse(Buffer.from(bytesAt(encoded, path)).toString());
const published = ReviewsDocument.parse(read('/reviews.json'));
const insights = InsightsDocument.parse(read('/insights.json'));

test('a release of all that is published whole, and follows its schema', () => {
  assert.deepEqual(insights, read('/insights.json'));
  assert.equal(insights.reviewCount, Object.keys(BODIES).length);
  const { coverage } = insights.methodology;
  assert.equal(coverage.textReviewCount, insights.reviewCount - 1);
  assert.equal(coverage.analysedReviewCount, coverage.textReviewCount);
  const bodies = new Map(published.reviews.map(({ id, reviewBody }) => [id, reviewBody]));
  const quotes = insights.aspects.flatMap((aspect) => aspect.quotes);
  assert.ok(quotes.length > 0);
  for (const { reviewId, text, start, end } of quotes) {
    assert.equal(bodies.get(reviewId)?.slice(start, end), text);
  }
});

test('names that are words are found in full only, and a name that two bear as well', () => {
  const mentionedIn = (id: string) =>
    published.reviews.find((review) => review.id === `bad-${id}`)?.mentionedTechnicians;
  assert.deepEqual(mentionedIn('words'), []);
  assert.deepEqual(mentionedIn('named'), ['Grace Lee', 'Will Hunt']);
  assert.deepEqual(mentionedIn('namesake'), ['Maria Diaz']);
  const counts = insights.entities.technicians.map(({ id, reviewCount }) => [id, reviewCount]);
  assert.deepEqual(Object.fromEntries(counts), {
    'grace-lee': 1,
    'will-hunt': 1,
    'maria-lopez': 0,
    'maria-diaz': 1,
    'linh-tran': 1,
  });
});

test('blame of somebody else is not quoted of who is praised beside', () => {
  const blame = published.reviews
    .find(({ id }) => id === 'bad-beside')
    ?.aspects?.find(({ quote }) => quote === 'The receptionist was rude and careless.');
  assert.equal(blame?.sentiment, 'negative');
  const linh = insights.entities.technicians.find(({ id }) => id === 'linh-tran');
  assert.deepEqual(
    linh?.quotes.map(({ text, sentiment }) => [text, sentiment]),
    [['Linh was a great paralegal.', 'positive']],
  );
});
