import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchIndex } from '#search/index/search-index.ts';
import { readSearchDocuments } from '#search/search.ts';
import { loadSearchIndex } from '../../../sidecar/publish/load-search-index.ts';
import { reviewText } from '../../support/content-files.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { scanDocuments } from '../search/search-samples.ts';

const WORDS = ['told', 'us', 'nothing', 'at', 'all', 'in', 'time', '“Muñoz”', '🙂'];

/** Reviews of about a kilobyte each, no two alike. */
function contentOf(count: number) {
  const files = Array.from({ length: count }, (_, number): [string, string] => {
    const body = Array.from({ length: 150 }, (_, word) => WORDS[(word * number + word) % 9]);
    const id = `review-${number}`;
    return [`reviews/${id}.md`, reviewText({ id }, `${body.join(' ')} ${number}.`)];
  });
  return Object.fromEntries(files);
}

for (const [size, where] of [
  [3, 'in the thread itself'],
  [400, 'in a thread of its own'],
] as const) {
  test(`the index of ${size} reviews, built ${where}, finds what a scan finds`, async () => {
    const { release } = await makeRelease({
      ...SAMPLE_CONTENT,
      ...contentOf(size),
    });
    const { body } = release.corpus;
    const index = new SearchIndex(await loadSearchIndex(body));
    const documents = readSearchDocuments(body);
    for (const query of ['told us', 'munoz', '🙂', 'time. ', '7.']) {
      const filters = { query, limit: 5 };
      assert.deepEqual(index.search(filters), scanDocuments(documents, filters));
    }
  });
}
