import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { drawImage } from '../../../site/views/og-images.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf } from '../../support/reviews.ts';

const ELENA = {
  unambiguous: true,
  id: 'elena-munoz',
  name: 'Elena Muñoz',
  aliases: [],
  jobTitle: 'Trial attorney',
};

const BUSINESS = { ...contentOf().business, name: 'مكتب المحاماة' };
const CONTENT = contentOf({ technicians: [ELENA], business: BUSINESS });
const SOURCE = sourceOf(createDataset(CONTENT, 'https://reviews.example'));

/** The words of an image, from top to bottom. */
async function wordsOf(path: string): Promise<string[]> {
  const svg = await drawImage(path, SOURCE);
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

test('where the fonts lack a name the host stands for the business', async () => {
  assert.equal((await wordsOf('/og.png'))[1], 'reviews.example');
  const [heading] = await wordsOf('/people/elena-munoz/og.png');
  assert.equal(heading, 'Reviews of reviews.example');
});
