import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { analyzeContent } from '../../../../scripts/insights/analyze-content.ts';
import { suggestTerms } from '../../../../scripts/insights/suggest-terms.ts';
import { BUSINESS, type Files, filesOf, reviewText } from '../../../support/content-files.ts';

const ASPECTS = '- { id: staff, name: Staff, description: The people., terms: [staff, valet] }';

/** Analyzes reviews with some texts, praise and criticism in turn. */
function analyze(texts: readonly string[], changes: Files = {}) {
  const reviews = texts.map((text, index) => {
    const id = `review-${index}`;
    return [`reviews/${id}.md`, reviewText({ id, rating: index % 2 ? '1' : '5' }, text)] as const;
  });
  const files = { 'business.yaml': BUSINESS, 'aspects.yaml': ASPECTS };
  const all = { ...files, ...Object.fromEntries(reviews), ...changes };
  return analyzeContent(checkContent(filesOf(all)).content);
}

const suggested = (...of: Parameters<typeof analyze>) =>
  suggestTerms(analyze(...of)).map(({ term }) => term);

test('a suggested term finds as many reviews as it says once an aspect has it', () => {
  const texts = [
    'The lobby was beautiful. Great parking garage, and we loved the staff. It was a Tuesday.',
    'We hated the lobby. The parking garage was dirty. The staff was rude on Tuesday.',
    'Our lobby was amazing. We loved the parking and garage. The staff was great.',
    'Both lobbies were wonderful. Tuesday was the day of the staff.',
  ];
  const terms = suggestTerms(analyze(texts));
  assert.deepEqual(
    terms.map(({ term }) => term),
    ['lobby', 'parking garage'],
  );
  for (const { term, reviewCount } of terms) {
    const aspects = `${ASPECTS}\n- { id: found, name: Found, description: It., terms: [${term}] }`;
    const { insights } = analyze(texts, { 'aspects.yaml': aspects });
    const found = insights.aspects.find(({ id }) => id === 'found');
    assert.equal(found?.judgingReviewCount, reviewCount, term);
  }
});

const valued = (word: string) => [
  `The ${word} was wonderful.`,
  `A terrible ${word}!`,
  `I loved the ${word}.`,
  'We parked.',
];

test('names, terms, opinions and vague words are not suggested, nor words that other clauses share', () => {
  assert.deepEqual(suggested(valued('fountain')), ['fountain']);
  for (const word of ['staff', 'valet', 'gem', 'place', 'attorney', 'office']) {
    assert.deepEqual(suggested(valued(word)), [], word);
  }
  const people = { 'technicians.yaml': '- { id: jane, name: Jane Porter, jobTitle: Partner }\n' };
  assert.deepEqual(suggested(valued('porter'), people), []);
  const others = Array.from({ length: 9 }, () => 'It was great. We walked to the fountain.');
  assert.deepEqual(suggested([...valued('fountain'), ...others]), []);
});
