import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
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
const SALMA = { ...ELENA, id: 'salma', name: 'سلمى', jobTitle: 'Attorney' };

function release(changes: Partial<Content> = {}) {
  const content = contentOf({ technicians: [ELENA, SALMA], ...changes });
  return sourceOf(createDataset(content, 'https://reviews.example'));
}

/** The words of an image, from top to bottom. */
async function wordsOf(path: string, source: ReturnType<typeof release>): Promise<string[]> {
  const svg = await drawImage(path, source);
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

test('where the fonts lack a name the host stands for the business, and home for an entity', async () => {
  const { business } = contentOf();
  const arabic = release({ business: { ...business, name: 'مكتب المحاماة' } });
  assert.equal((await wordsOf('/og.png', arabic))[1], 'reviews.example');
  const [heading] = await wordsOf('/people/elena-munoz/og.png', arabic);
  assert.equal(heading, 'Reviews of reviews.example');
  const source = release();
  assert.equal(await drawImage('/people/salma/og.png', source), await drawImage('/og.png', source));
});
