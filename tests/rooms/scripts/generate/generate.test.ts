import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { generateContent, SYNTHETIC_MARKER } from '../../../../scripts/generate/generate.ts';
import type { GeneratedFile } from '../../../../scripts/generate/review-file.ts';
import { filesOf } from '../../../support/content-files.ts';

const load = (files: readonly GeneratedFile[]) =>
  checkContent(filesOf(Object.fromEntries(files.map(({ path, text }) => [path, text]))));

const files = [...generateContent({ reviews: 3000, seed: 7 })];
const { content, warnings } = load(files);
const { reviews, collection, aggregateRating } = createDataset(content, 'https://a.example');

test('generated content has no errors and no warnings, whatever the seed', () => {
  assert.deepEqual(warnings, []);
  for (let seed = 0; seed < 5; seed++) {
    assert.deepEqual(load([...generateContent({ reviews: 300, seed })]).warnings, []);
  }
});

test('there are as many reviews as were asked for, each in a file of its own', () => {
  assert.equal(content.reviews.length, 3000);
  assert.equal(new Set(files.map(({ path }) => path)).size, 3005);
  assert.equal([...generateContent({ reviews: 0 })].length, 5);
});

test('the same seed gives the same bytes, another one others', () => {
  const again = (seed: number) => [...generateContent({ reviews: 50, seed })];
  assert.deepEqual(again(7), again(7));
  assert.notDeepEqual(again(7).slice(5), again(8).slice(5));
});

test('fewer reviews are the beginning of more', () => {
  assert.deepEqual([...generateContent({ reviews: 50, seed: 7 })], files.slice(0, 55));
});

test('business.yaml comes first and says that nothing is real', () => {
  assert.equal(files[0]?.path, 'business.yaml');
  assert.ok(files[0]?.text.startsWith(`${SYNTHETIC_MARKER}\n`));
  assert.match(content.business.name, /made up/);
});

test('files stand in a folder a month and bear date and id', () => {
  for (const { path, text } of files.slice(5)) {
    const [, date = '', id = ''] =
      /^reviews\/\d{4}\/\d{2}\/(\d{4}-\d{2}-\d{2})-(.*)\.md$/.exec(path) ?? [];
    assert.ok(path.startsWith(`reviews/${date.slice(0, 4)}/${date.slice(5, 7)}/`), path);
    assert.ok(text.includes(`\nid: ${id}\n`) && text.includes(`\ndatePublished: ${date}\n`), path);
  }
});

test('texts are as long as those of people', () => {
  const lengths = content.reviews.map(({ reviewBody }) => reviewBody.length);
  const mean = lengths.reduce((sum, length) => sum + length) / lengths.length;
  assert.ok(mean > 500 && mean < 700, `mean ${mean}`);
  assert.ok(lengths.filter((length) => length === 0).length > 200, 'some have no text');
  assert.ok(content.reviews.some(({ reviewBody }) => reviewBody.split('\n\n').length > 3));
  assert.ok(Math.max(...lengths) < 4500);
});

test('ratings, states, replies, titles, languages and dates are as in real life', () => {
  const {
    5: fives = 0,
    1: ones = 0,
    2: twos = 0,
    4.5: halves = 0,
  } = aggregateRating.ratingDistribution;
  assert.ok(fives > reviews.length / 2 && ones > twos && halves > 0);
  assert.ok(collection.reviewsPending > 0 && collection.reviewsWithheld > 0);
  assert.ok(collection.reviewsPublished > 2700);
  assert.ok(reviews.filter(({ ownerReply }) => ownerReply).length > 500);
  assert.ok(reviews.filter(({ name }) => name).length > 500);
  assert.deepEqual([...new Set(reviews.map(({ inLanguage }) => inLanguage))].sort(), ['en', 'es']);
  assert.ok(
    (aggregateRating.earliest ?? '') < '2021-01' && (aggregateRating.latest ?? '') > '2026-10',
  );
});

test('what is withheld does not depend on the rating', () => {
  const shareOf = (least: number, most: number) => {
    const rated = content.reviews.filter(({ rating }) => rating >= least && rating <= most);
    return (
      rated.filter(({ verification: { status } }) => status === 'withheld').length / rated.length
    );
  };
  assert.ok(Math.abs(shareOf(1, 3) - shareOf(3.5, 5)) < 0.02);
});

test('people, services and places are mentioned, the first ones most', () => {
  for (const key of [
    'mentionedTechnicians',
    'mentionedServices',
    'mentionedServiceAreas',
  ] as const) {
    assert.ok(reviews.filter((review) => review[key].length > 0).length > reviews.length / 3, key);
  }
  const naming = (name: string) =>
    reviews.filter(({ mentionedTechnicians }) => mentionedTechnicians.includes(name)).length;
  assert.ok(naming('María López') > naming('Will Garner') && naming('Will Garner') > 0);
});

test('words follow the law of Zipf: few are common, most are rare', () => {
  const counts = new Map<string, number>();
  for (const { reviewBody } of reviews) {
    for (const word of reviewBody.toLowerCase().match(/\p{L}+/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts.values()].sort((a, b) => b - a);
  const total = sorted.reduce((sum, count) => sum + count);
  const share = (words: number[]) => words.reduce((sum, count) => sum + count) / total;
  assert.ok(sorted.length > 1500, `${sorted.length} words`);
  assert.ok(share(sorted.slice(0, 50)) > 0.35 && share(sorted.slice(500)) > 0.02);
});

test('texts hold what breaks careless code', () => {
  const all = files.map(({ text }) => text).join('\n');
  for (const awkward of ['👍', '👩‍⚖️', '’', 'é', 'ñ', '&'])
    assert.ok(all.includes(awkward), awkward);
});
