import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { CONTENT_KINDS } from '#dataset/schema/content-schemas.ts';
import { renderConfig } from '../../../../scripts/content/cms/cms.ts';

const Fields = z.array(z.looseObject({ name: z.string(), widget: z.string() }));
const Config = z.object({
  collections: z.tuple([
    z.object({ fields: Fields }),
    z.object({ files: z.array(z.object({ file: z.string(), fields: Fields })) }),
  ]),
});

test('every key of every content file is a field, and so is the text below front matter', () => {
  const place = { backend: 'github', repo: undefined, branch: 'main', prefix: 'a/' };
  const [reviews, { files }] = Config.parse(parse(renderConfig(place))).collections;
  const [review, ...others] = CONTENT_KINDS;
  assert.deepEqual(
    reviews.fields.map(({ name }) => name),
    [...Object.keys(review.schema.shape), 'body'],
  );
  assert.deepEqual(
    files.map(({ file }) => file),
    others.map(({ file }) => `a/${file}`),
  );
  const fieldsOf = (path: string) => files.find(({ file }) => file === path)?.fields;
  const address = fieldsOf('a/business.yaml')?.find(({ name }) => name === 'address');
  assert.equal(address?.widget, 'object');
  assert.equal(fieldsOf('a/technicians.yaml')?.[0]?.root, true);
});
