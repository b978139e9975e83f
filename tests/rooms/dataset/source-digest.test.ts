import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { SourceDigest } from '#dataset/schema/source-digest.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { BUSINESS, type Files, filesOf } from '../../support/content-files.ts';
import { sampleReview } from '../../support/sample-content.ts';

const DIGEST = 'bcdfghjkmnpqrt author=bcdfghjkmn name=unknown reviewBody=zxtrqpnmkj';

test('a digest is a key and a mark for each part that a source says something of', () => {
  for (const text of [DIGEST, 'bcdfghjkmnpqrt']) {
    assert.equal(SourceDigest.safeParse(text).success, true, text);
  }
  for (const text of [
    '',
    'bcdfghjkmnpqr',
    'Jane Doe',
    `${DIGEST} `,
    `${DIGEST}\n`,
    DIGEST.replace(' ', '  '),
    DIGEST.replace('author', 'verification'),
    DIGEST.replace('bcdfghjkmn name', 'bcdfghjkma name'),
    DIGEST.replace('unknown', 'known'),
  ]) {
    assert.equal(SourceDigest.safeParse(text).success, false, text);
  }
});

test('a digest changes no byte of what is published', () => {
  const contentWith = (source: string): Files => ({
    'business.yaml': BUSINESS,
    ...sampleReview('review-1', '2026-10-01', { source }),
    ...sampleReview('review-2', '2026-10-02', {
      source,
      verification: '{ status: pending }',
    }),
  });
  const render = (content: Files) => {
    const checked = checkContent(filesOf(content)).content;
    const dataset = createDataset(checked, 'https://reviews.example', createAnnotator());
    return CATALOG.map(({ path }) => [path, Buffer.from(renderArtifact(path, dataset)).toString()]);
  };
  assert.deepEqual(
    render(contentWith(`{ name: Google, id: a, digest: ${DIGEST} }`)),
    render(contentWith('{ name: Google, id: a }')),
  );
});
