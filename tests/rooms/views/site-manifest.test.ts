import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createDataset } from '#dataset/dataset.ts';
import { drawFavicon, drawIcon, FAVICON, ICONS, PUBLIC } from '../../../scripts/lab/draw-icons.ts';
import { renderSiteManifest } from '../../../site/views/site-manifest.ts';
import { readPng } from '../../support/read-png.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const Icon = z.strictObject({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.literal('maskable').optional(),
});
const Manifest = z.looseObject({ name: z.string(), lang: z.string(), icons: z.array(Icon) });

const { business } = contentOf();
const named = { ...business, name: 'مكتب "المحاماة"', knowsLanguage: ['ar', 'en'] };
const source = sourceOf(createDataset(contentOf({ business: named }), 'https://reviews.example'));
const text = Buffer.from(await renderSiteManifest(source)).toString();
const manifest = Manifest.parse(JSON.parse(text));

test('the manifest names the business in its language, and the paper of pages', () => {
  const { icons, ...members } = manifest;
  assert.ok(icons.length > 0);
  assert.deepEqual(members, {
    id: '/',
    name: 'مكتب "المحاماة"',
    lang: 'ar',
    dir: 'auto',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f8f5ef',
    theme_color: '#f8f5ef',
  });
  const tokens = readFileSync(join(REPOSITORY, 'site/ui/styles/tokens.css'), 'utf8');
  assert.match(tokens, /--paper: (?:light-dark\()?#f8f5ef\b/);
});

test('the icons of the manifest are there, in the sizes that it says', () => {
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(join(PUBLIC, src));
    if (type === 'image/svg+xml') assert.match(bytes.toString(), /^<svg /);
    else {
      const { width, height } = readPng(bytes);
      assert.equal(`${width}x${height}`, sizes, src);
    }
  }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
});

test('the icons are the mark as it is now: node scripts/lab/draw-icons.ts', () => {
  for (const [file, size] of Object.entries(ICONS)) {
    const { width, height, colours } = readPng(readFileSync(join(PUBLIC, file)));
    assert.deepEqual({ width, height, colours }, readPng(drawIcon(size)), file);
  }
  const [kept, drawn] = [readFileSync(join(PUBLIC, FAVICON)), Buffer.from(drawFavicon())];
  const image = kept.subarray(kept.readUInt32LE(18));
  assert.equal(image.length, kept.readUInt32LE(14));
  assert.deepEqual(readPng(image), readPng(drawn.subarray(22)));
  assert.deepEqual([...kept.subarray(0, 14)], [...drawn.subarray(0, 14)]);
  assert.equal(readPng(image).width, kept[6]);
});
