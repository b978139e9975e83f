import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { renderSiteManifest } from '../../../site/views/site-manifest.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { readPng } from '../render/threads/read-png.ts';

const PUBLIC = join(import.meta.dirname, '../../../site/public');

const Manifest = z.object({
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      purpose: z.string().optional(),
    }),
  ),
});

test('the icons of the manifest are there, in the sizes that it says', async () => {
  const bytes = await renderSiteManifest(sourceOf(datasetOf()));
  const { icons } = Manifest.parse(JSON.parse(Buffer.from(bytes).toString()));
  for (const { src, sizes, type } of icons) {
    const bytes = readFileSync(join(PUBLIC, src));
    if (type === 'image/svg+xml') assert.match(bytes.toString(), /^<svg /);
    else {
      const { width, height } = readPng(bytes);
      assert.equal(`${width}x${height}`, sizes, src);
    }
  }
  assert.ok(icons.some(({ purpose }) => purpose === 'maskable'));
});
