import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { rasterizeSvg } from '../../../sidecar/render/threads/rasterize-svg.ts';
import { drawImage } from '../../../site/views/og-images.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { readPng } from '../render/threads/read-png.ts';

/** More than an image may weigh is cut by some networks; ours are far below. */
const MAX_BYTES = 40_000;

const ELENA = {
  unambiguous: true,
  id: 'elena-munoz',
  name: 'Elena Muñoz',
  aliases: [],
  jobTitle: 'Trial attorney',
};
const SALMA = { ...ELENA, id: 'salma', name: 'سلمى', jobTitle: 'Attorney' };

/** Reviews of Elena that say nothing else, with these ratings. */
const ofElena = (ratings: readonly number[]) =>
  ratings.map((rating, index) =>
    storedReview({ id: `review-${index}`, rating, reviewBody: 'Elena Muñoz told me about it.' }),
  );

function release(changes: Partial<Content> = {}, baseUrl = 'https://reviews.example') {
  const content = contentOf({ technicians: [ELENA, SALMA], ...changes });
  return sourceOf(createDataset(content, baseUrl));
}

/** The words of an image, from top to bottom. */
async function wordsOf(path: string, source = release()): Promise<string[]> {
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

test('text in markup is text, and the image is as large as networks want it, of few bytes', async () => {
  const { business } = contentOf();
  const name =
    'Müller & "Söhne" <b>Rechtsanwälte</b> für Verkehrsrecht in Frankfurt am Main, München';
  const source = release({ business: { ...business, name }, reviews: ofElena([5, 5, 4, 4, 5, 3]) });
  assert.match(
    (await wordsOf('/og.png', source)).join(' '),
    /Müller &amp; &quot;Söhne&quot; &lt;b&gt;/,
  );
  const png = rasterizeSvg(await drawImage('/og.png', source));
  assert.deepEqual(Buffer.from(png), Buffer.from(rasterizeSvg(await drawImage('/og.png', source))));
  const { width, height, colours } = readPng(png);
  assert.deepEqual([width, height], [1200, 630]);
  assert.ok(png.length < MAX_BYTES, String(png.length));
  // Paper, and in the middle of the first rule oxblood.
  assert.equal(colours.toString('hex', 0, 3), 'f8f5ef');
  assert.equal(colours.toString('hex', 3 * 112, 3 * 113), '7a2318');
});
