import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { rasterizeSvg } from '../../../sidecar/render/threads/rasterize-svg.ts';
import { drawImage, hasImage, imagePaths } from '../../../site/views/og-images.ts';
import { readPng } from '../../support/read-png.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

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
const CRASHES = { id: 'crashes', name: 'Car accidents', aliases: ['crash'] };
const AUSTIN = { id: 'austin', name: 'Austin', aliases: [] };

/** Reviews of Elena that say nothing else, with these ratings. */
const ofElena = (ratings: readonly number[]) =>
  ratings.map((rating, index) =>
    storedReview({ id: `review-${index}`, rating, reviewBody: 'Elena Muñoz told me about it.' }),
  );

function release(changes: Partial<Content> = {}, baseUrl = 'https://reviews.example') {
  const content = contentOf({ technicians: [ELENA, SALMA], services: [CRASHES], ...changes });
  return sourceOf(createDataset(content, baseUrl));
}

/** The words of an image, from top to bottom. */
async function wordsOf(path: string, source = release()): Promise<string[]> {
  const svg = await drawImage(path, source);
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

/** How many pixels of the stars are filled. */
const filledIn = (svg: string) => /clipPath id="filled"><path d="M0 0h([\d.]+)v/.exec(svg)?.[1];

test('the image of home has the name, the mean as figure and stars, and the number of reviews', async () => {
  const source = release({ reviews: ofElena([5, 5, 4, 4, 5, 3]) });
  assert.deepEqual(await wordsOf('/og.png', source), [
    'Verified reviews',
    'Harbor Law',
    '4.33',
    '6 verified reviews',
    'reviews.example',
  ]);
  assert.equal(filledIn(await drawImage('/og.png', source)), String(4.33 * 24).slice(0, 5));
});

test('the image of an entity has its name, its figures and whose reviews they are', async () => {
  const source = release({
    reviews: [...ofElena([5, 5, 4, 4, 5]), storedReview({ id: 'review-9', rating: 1 })],
  });
  assert.deepEqual(await wordsOf('/people/elena-munoz/og.png', source), [
    'Reviews of Harbor Law',
    'Elena Muñoz',
    'Trial attorney',
    '4.60',
    '5 verified reviews',
    'reviews.example',
  ]);
  assert.deepEqual(await wordsOf('/services/crashes/og.png', source), [
    'Reviews of Harbor Law',
    'Car accidents',
    'No reviews yet',
    'reviews.example',
  ]);
});

test('an image is in the language of the pages', async () => {
  const { business } = contentOf();
  const inSpanish = { business: { ...business, knowsLanguage: ['es-MX'] } };
  const source = release({ ...inSpanish, reviews: ofElena([5, 5, 4, 4, 5, 3]) });
  const [heading, , mean, count] = await wordsOf('/og.png', source);
  assert.deepEqual(
    [heading, mean, count],
    ['Reseñas verificadas', '4.33', '6 reseñas verificadas'],
  );
});

test('of fewer than five reviews there is no mean, and of one the word is in the singular', async () => {
  for (const [ratings, count] of [
    [[], 'No reviews yet'],
    [[5], '1 verified review'],
    [[5, 5, 5, 5], '4 verified reviews'],
  ] as const) {
    const words = await wordsOf('/og.png', release({ reviews: ofElena(ratings) }));
    assert.deepEqual(words, ['Verified reviews', 'Harbor Law', count, 'reviews.example']);
  }
});

test('where the fonts lack a name the host stands for the business, and home for an entity', async () => {
  const { business } = contentOf();
  const arabic = release({ business: { ...business, name: 'مكتب المحاماة' } });
  assert.equal((await wordsOf('/og.png', arabic))[1], 'reviews.example');
  const [heading] = await wordsOf('/people/elena-munoz/og.png', arabic);
  assert.equal(heading, 'Reviews of reviews.example');
  const source = release();
  assert.equal(await drawImage('/people/salma/og.png', source), await drawImage('/og.png', source));
});

test('home and each entity have an image, and nothing else', () => {
  const source = release({ serviceAreas: [AUSTIN], reviews: ofElena([5]) });
  assert.deepEqual(imagePaths(source).toSorted(), [
    '/og.png',
    '/people/elena-munoz/og.png',
    '/people/salma/og.png',
    '/places/austin/og.png',
    '/services/crashes/og.png',
  ]);
  assert.ok(imagePaths(source).every((path) => hasImage(path, source)));
  for (const path of [
    '/people/og.png',
    '/people/nobody/og.png',
    '/reviews/review-0/og.png',
    '/og.pn',
  ])
    assert.equal(hasImage(path, source), false, path);
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
