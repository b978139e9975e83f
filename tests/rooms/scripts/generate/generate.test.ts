import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { generateContent } from '../../../../scripts/generate/generate.ts';
import { filesOf } from '../../../support/content-files.ts';

const generateFiles = (reviews: number, seed: number) =>
  generateContent({ reviews, seed })
    .map(({ path, text }): [string, string] => [path, text])
    .toArray();

const files = generateFiles(3000, 7);
const { content, warnings } = checkContent(filesOf(Object.fromEntries(files)));

test('generated content has no errors and no warnings, whatever the seed', () => {
  assert.deepEqual(warnings, []);
  for (let seed = 0; seed < 5; seed++) {
    const some = Object.fromEntries(generateFiles(300, seed));
    assert.deepEqual(checkContent(filesOf(some)).warnings, []);
  }
});

test('a seed gives the same bytes each time, and fewer reviews are the beginning of more', () => {
  assert.deepEqual(generateFiles(50, 7), files.slice(0, 55));
  assert.notDeepEqual(generateFiles(50, 7).slice(5), generateFiles(50, 8).slice(5));
  assert.equal(generateFiles(0, 7).length, 5);
});

test('reviews are of every kind that real ones are, with text that breaks careless code', () => {
  const { reviews, collection } = createDataset(content, 'https://a.example');
  assert.ok(collection.reviewsPending > 0 && collection.reviewsWithheld > 0);
  assert.ok(collection.reviewsPublished > 2700);
  const counts = {
    withoutText: reviews.filter(({ reviewBody }) => reviewBody === '').length,
    replied: reviews.filter(({ ownerReply }) => ownerReply).length,
    titled: reviews.filter(({ name }) => name).length,
    spanish: reviews.filter(({ inLanguage }) => inLanguage === 'es').length,
    halves: reviews.filter(({ reviewRating }) => reviewRating.ratingValue % 1 !== 0).length,
    naming: reviews.filter(({ mentionedTechnicians }) => mentionedTechnicians.length > 0).length,
  };
  for (const [kind, count] of Object.entries(counts)) assert.ok(count >= 10, `${count} ${kind}`);
  const all = files.map(([, text]) => text).join('\n');
  const awkward = ['👍', '👩‍⚖️', '’', 'é', 'ñ', '&'].filter((sign) => !all.includes(sign));
  assert.deepEqual([awkward, /\{\w+\}/.exec(all)], [[], null]);
});

test('the choice of withheld reviews does not depend on the rating', () => {
  const shareOf = (least: number, most: number) => {
    const rated = content.reviews.filter(({ rating }) => rating >= least && rating <= most);
    const withheld = rated.filter(({ verification }) => verification.status === 'withheld');
    return withheld.length / rated.length;
  };
  assert.ok(Math.abs(shareOf(1, 3) - shareOf(3.5, 5)) < 0.02);
});
