import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findData } from '../../../../scripts/lab/labelled/find-data.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const SENTENCES = { 'yelp_labelled.txt': '', 'amazon_cells_labelled.txt': '' };

test('Folders are known by what they hold', (t) => {
  const uci = createContentFolder(t, { ...SENTENCES, 'imdb_labelled.txt': '' });
  const mams = createContentFolder(t, { 'acsa_val.xml': '' });
  assert.deepEqual(findData([]), { uci: new Map(), mams: undefined });
  const found = findData([mams, uci]);
  assert.equal(found.uci.get('amazon'), join(uci, 'amazon_cells_labelled.txt'));
  assert.deepEqual([...found.uci.keys()], ['yelp', 'amazon', 'imdb']);
  assert.deepEqual(found.mams, {
    training: join(mams, 'acsa_train.xml'),
    validation: join(mams, 'acsa_val.xml'),
  });
});

test('A folder without known data, with some of them, or that is missing is refused', (t) => {
  const other = createContentFolder(t, { 'readme.txt': '' });
  assert.throws(() => findData([other]), /holds neither \*_labelled\.txt/);
  assert.throws(() => findData([join(other, 'none')]), /cannot be read \(ENOENT\)/);
  const part = createContentFolder(t, SENTENCES);
  assert.throws(() => findData([part]), /lacks imdb\*_labelled\.txt/);
});
