import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { sourceOf } from '../../support/review-source.ts';
import { storedReview } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, datasetOf, NAMED } from '../artifacts/sample-datasets.ts';
import { inlineComponents } from './description.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
type Json = ReturnType<typeof parse>;

function search(dataset: Dataset): Json {
  const { paths }: Json = inlineComponents(parse(renderOpenApi(dataset)));
  return paths['/api/reviews/search'].get;
}

const examplesIn = (dataset: Dataset): (readonly [string, string])[] =>
  search(dataset)
    .parameters.filter(({ example }: Json) => example !== undefined)
    .map(({ name, example }: Json) => [name, String(example)]);

test('each example of a parameter finds reviews, of awkward texts as well', async () => {
  const { content } = loadContent(join(REPOSITORY, 'content'));
  const demo = createDataset(content, 'http://localhost:8787', createAnnotator());
  for (const [dataset, least] of [
    [demo, Object.keys(SearchQuery.shape).length - 1],
    [AWKWARD, 12],
  ] as const) {
    const source = sourceOf(dataset);
    const examples = examplesIn(dataset);
    assert.ok(examples.length >= least, `${examples.length}`);
    for (const [name, example] of examples) {
      const { value } = parseParameters(
        `${new URLSearchParams([[name, example]])}`,
        SearchQuery,
        '',
      );
      const { total } = await source.search(value ?? assert.fail(`${name}=${example}`));
      const isByContent = dataset === demo || /^(?:query|words|mentions|source)/.test(name);
      assert.ok(total > 0 || !isByContent, `${name}=${example}`);
    }
  }
});

test('the description stays the same when newer reviews are added, and holds none that was taken down', () => {
  const reviews = ['2020-01-05', '2020-03-04', '2021-06-07'].map((datePublished, index) =>
    storedReview({ id: `old-${index}`, datePublished, reviewBody: `Words of review ${index}.` }),
  );
  const added = storedReview({ id: 'new', datePublished: '2026-02-03', reviewBody: 'Newer.' });
  const changes = { ...NAMED, reviews };
  const before = renderOpenApi(datasetOf(changes));
  const after = renderOpenApi(datasetOf({ ...changes, reviews: [added, ...reviews] }));
  assert.deepEqual(after, before);
  assert.ok(Buffer.from(before).includes('old-0'));
  const without = renderOpenApi(datasetOf({ ...changes, reviews: reviews.slice(1) }));
  assert.ok(!Buffer.from(without).includes('old-0'));
});

test('without any review the example is made up', () => {
  const { content } = search(datasetOf()).responses['200'];
  assert.equal(content['application/json'].example.reviews[0].author.name, 'Jane D.');
});
