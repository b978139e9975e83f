import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findList } from '../../../../site/ui/list/find-list.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';

test('a release that is asked too much says so', async () => {
  const source = sourceOf(datasetOf());
  const busy = async () => 'busy' as const;
  assert.equal(await findList({}, { ...source, search: busy }), 'busy');
  assert.equal(await findList({}, { ...source, count: busy }), 'busy');
});
