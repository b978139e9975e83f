import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { checkContent } from '#dataset/check/check-content.ts';
import { runInsights } from '../../../../scripts/insights/insights.ts';
import { analyseContent } from '../../../../scripts/insights/read-review.ts';
import { suggestTerms } from '../../../../scripts/insights/suggest-terms.ts';
import { BUSINESS, type Files, filesOf, reviewText } from '../../../support/content-files.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const ASPECTS = '- { id: staff, name: Staff, description: The people., terms: [staff, valet] }';

function filesWith(texts: readonly string[], changes: Files = {}): Files {
  const reviews = texts.map((text, index) => {
    const id = `review-${index}`;
    return [`reviews/${id}.md`, reviewText({ id, rating: index % 2 ? '1' : '5' }, text)] as const;
  });
  return {
    'business.yaml': BUSINESS,
    'aspects.yaml': ASPECTS,
    ...Object.fromEntries(reviews),
    ...changes,
  };
}

const analyse = (files: Files) => analyseContent(checkContent(filesOf(files)).content);
const suggested = (files: Files) => suggestTerms(analyse(files)).map(({ term }) => term);

const TEXTS = [
  'The lobby was beautiful. Great parking garage, and we loved the staff. We arrived on a Tuesday.',
  'We hated the lobby. The parking garage was dirty. The staff was rude on Tuesday.',
  'Our lobby was amazing. We loved the parking and garage. The staff was great.',
  'Both lobbies were wonderful. Tuesday was the day of the staff.',
  'The elevators were awful. We met Jane on a Tuesday.',
  'A wonderful elevator! It was Tuesday.',
];

function run(t: TestContext, files: Files, ...args: readonly string[]): string {
  const printed: string[] = [];
  const content = createContentFolder(t, files);
  const code = runInsights(['--suggest', '--content', content, ...args], {
    print: (text) => printed.push(text),
    tell: () => undefined,
    readEnvironment: () => ({}),
  });
  assert.equal(code, 0);
  return printed.join('');
}

test('words of opinions without an aspect are a YAML list with counts and examples', (t) => {
  const printed = run(t, filesWith(TEXTS));
  assert.deepEqual(parse(printed), ['lobby', 'parking garage']);
  assert.match(
    printed,
    /\n- lobby # 4 reviews\n {2}# review-0: "The lobby was beautiful\."\n {2}# review-1: ".*"\n- /,
  );
  const listed = JSON.parse(run(t, filesWith(TEXTS), '--json'));
  const [lobby] = listed;
  assert.deepEqual(lobby.examples[0], { reviewId: 'review-0', text: 'The lobby was beautiful.' });
  assert.equal(run(t, filesWith(TEXTS.slice(0, 2))), 'There is nothing to suggest.\n');
});

test('a suggested term finds as many reviews as it says once an aspect has it', () => {
  const terms = suggestTerms(analyse(filesWith(TEXTS)));
  assert.equal(terms.length, 2);
  for (const { term, reviewCount } of terms) {
    const found = `- { id: found, name: Found, description: It., terms: [${term}] }`;
    const { dataset } = analyse(filesWith(TEXTS, { 'aspects.yaml': `${ASPECTS}\n${found}` }));
    const mentions = dataset.reviews.flatMap(({ id, aspects = [] }) =>
      aspects.flatMap((one) => (one.id === 'found' && one.sentiment !== 'neutral' ? id : [])),
    );
    assert.equal(new Set(mentions).size, reviewCount, term);
  }
});

const valued = (word: string) => [
  `The ${word} was wonderful.`,
  `A terrible ${word}!`,
  `I loved the ${word}.`,
  'We parked.',
];

test('names, terms, opinions and vague words are not suggested, nor what other clauses hold as well', () => {
  assert.deepEqual(suggested(filesWith(valued('fountain'))), ['fountain']);
  for (const word of ['staff', 'valet', 'gem', 'place', 'attorney', 'office']) {
    assert.deepEqual(suggested(filesWith(valued(word))), [], word);
  }
  const people = { 'technicians.yaml': '- { id: jane, name: Jane Porter, jobTitle: Partner }\n' };
  assert.deepEqual(suggested(filesWith(valued('porter'), people)), []);
  const others = Array.from({ length: 9 }, () => 'It was great. We walked to the fountain.');
  assert.deepEqual(suggested(filesWith([...valued('fountain'), ...others])), []);
});

test('only published reviews in English count', () => {
  const texts = valued('fountain');
  const [text = ''] = texts;
  for (const changes of [{ verification: '{ status: pending }' }, { inLanguage: 'es' }]) {
    const other = { 'reviews/review-0.md': reviewText({ id: 'review-0', ...changes }, text) };
    assert.deepEqual(suggested(filesWith(texts, other)), []);
  }
});
