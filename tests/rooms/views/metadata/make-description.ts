import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Dataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import type { ViewTools } from '#views/views.ts';
import { NO_TOOLS, sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { formatSourceOf, makeFormat } from '../../formats/format-source.ts';

/** The bytes of each format of a dataset, by its path. */
export function makeFormats(dataset: Dataset): ReadonlyMap<string, Buffer> {
  const source = formatSourceOf(dataset);
  return new Map(FORMATS.map(({ path }) => [path, makeFormat(path, source)]));
}

/** A description of a dataset as it is published, with all formats made of it. */
export async function makeDescription(path: string, dataset: Dataset = AWKWARD): Promise<string> {
  const description = DESCRIPTIONS.get(path) ?? assert.fail(path);
  const tools: ViewTools = {
    ...NO_TOOLS,
    formats: async () =>
      [...makeFormats(dataset)].map(([path, body]) => ({
        path,
        bytes: body.length,
        sha256: hash('sha256', body),
      })),
  };
  return Buffer.from(await description.make(sourceOf(dataset), tools)).toString();
}
