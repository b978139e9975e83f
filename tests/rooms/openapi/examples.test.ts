import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { z } from 'zod';
import { TOOLS } from '#agents/agents.ts';
import { CONTEXT_PATH, renderJsonLdContext } from '#artifacts/json-ld-context.ts';
import { CSV_TYPE, JSON_LD_TYPE, JSON_SCHEMA_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { examplesOf } from '#openapi/examples.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { sinceSlice } from '#search/since.ts';
import { countReviews } from '#search/stats.ts';
import { renderJsonSchema, SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { sourceOf } from '../../support/review-source.ts';
import { storedReview } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, datasetOf, NAMED } from '../artifacts/sample-datasets.ts';
import { makeDescription, makeFormats } from '../views/metadata/make-description.ts';
import { inlineComponents } from './description.ts';

const demo = createDataset(
  loadContent(join(REPOSITORY, 'content')).content,
  'http://localhost:8787',
  createAnnotator(),
);

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
type Json = ReturnType<typeof parse>;

/** The description of a dataset, with what can be asked of it. */
function describe(dataset: Dataset) {
  const { paths }: Json = inlineComponents(parse(renderOpenApi(dataset)));
  const source = sourceOf(dataset);
  const examplesOf = (path: string): (readonly [string, string])[] =>
    paths[path].get.parameters
      .filter((one: Json) => one.in !== 'header' && one.example !== undefined)
      .map(({ name, example }: Json) => [name, String(example)]);
  const answerOf = (path: string) =>
    paths[path].get.responses['200'].content['application/json'].example;
  const search = async (parameters: Record<string, unknown>) => {
    const query = readQuery(parameters, SearchQuery, 'search');
    const found = await source.search(query);
    return { found, answer: parse(renderSearchResult(source.corpus, query, found)) };
  };
  const stats = async (parameters: Record<string, unknown>) => {
    return countReviews(readQuery(parameters, StatsQuery, 'stats'), source);
  };
  const since = (date: string) => {
    return parse(joinPieces(sinceSlice(source.corpus, dataset.removed, date).body()));
  };
  return { paths, source, examplesOf, answerOf, search, stats, since };
}

function readQuery<Schema extends z.ZodObject>(
  parameters: Record<string, unknown>,
  schema: Schema,
  of: string,
): z.output<Schema> {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  const { value, problems } = parseParameters(`${new URLSearchParams(pairs)}`, schema, of);
  return value ?? assert.fail(JSON.stringify(problems));
}

test('every example of a parameter is taken by the service, and finds reviews of the demonstration', async () => {
  const { examplesOf, search, stats, since } = describe(demo);
  const asked = examplesOf('/api/reviews/search');
  assert.equal(asked.length, Object.keys(SearchQuery.shape).length);
  for (const [name, example] of asked) {
    const { found } = await search({ [name]: example });
    assert.ok(found.positions.length > 0, `${name}=${example}`);
  }
  const counted = examplesOf('/api/reviews/stats');
  assert.equal(counted.length, Object.keys(StatsQuery.shape).length);
  for (const [name, example] of counted) {
    const { total, buckets } = await stats({ [name]: example });
    assert.ok(total > 0 && buckets.length > 0, `${name}=${example}`);
  }
  const [[, date] = ['', '']] = examplesOf('/api/reviews/since/{date}');
  assert.ok(since(date).count > 0, date);
});

test('an example of an answer is an answer of the service, or a part of one', async () => {
  const { paths, source, answerOf, search, stats, since } = describe(demo);
  const found = answerOf('/api/reviews/search');
  const { answer } = await search({ ...found.filters, limit: found.limit });
  assert.deepEqual(answer, found);

  const { filters, groupBy, ...counted } = answerOf('/api/reviews/stats');
  assert.deepEqual(await stats({ ...filters, group_by: groupBy }), {
    filters,
    groupBy,
    ...counted,
  });
  assert.ok(counted.buckets.length > 1);

  const example = answerOf('/api/reviews/since/{date}');
  const { reviews, removed } = since(example.since);
  const all = [...reviews, ...removed].map((one) => JSON.stringify(one));
  for (const one of [...example.reviews, ...example.removed]) {
    assert.ok(all.includes(JSON.stringify(one)), one.id);
  }
  assert.equal(example.count, example.reviews.length);

  const { changes } = answerOf('/api/reviews/changes');
  assert.deepEqual(changes, [{ kind: 'removed', ...example.removed[0] }]);

  const { parameters, requestBody, responses } = paths['/mcp'].post;
  const { callTool, callToolStateless } = requestBody.content['application/json'].examples;
  const { name, arguments: given } = callTool.value.params;
  const tool = TOOLS.find((one) => one.name === name) ?? assert.fail(name);
  const called = await tool.call(given, source);
  assert.ok(called.ok);
  const { result } = responses['200'].content['application/json'].examples.callTool.value;
  const text = JSON.stringify(called.answer);
  assert.deepEqual(JSON.parse(text), result.structuredContent);
  assert.equal(result.content[0].text, text);
  const named = parameters.find((one: Json) => one.name === 'Mcp-Name').example;
  for (const other of [named, callToolStateless.value.params.name]) {
    assert.ok(
      TOOLS.some((one) => one.name === other),
      other,
    );
  }
});

test('an example of a file is a part of what is published of the release with that review alone', async () => {
  const { excerpt } = examplesOf(demo);
  const { paths, answerOf } = describe(demo);
  const formats = makeFormats(excerpt);
  const { examples } = paths['/reviews.csv'].get.responses['200'].content[CSV_TYPE];
  assert.equal(examples.review.value, formats.get('/reviews.csv')?.toString());
  const line = `${JSON.stringify(answerOf('/reviews/{id}.json'))}\n`;
  assert.equal(formats.get('/reviews.ndjson')?.toString(), line);
  const exampleOf = (path: string, mediaType: string) =>
    paths[path].get.responses['200'].content[mediaType].example;
  for (const [path, { mediaType }] of DESCRIPTIONS) {
    const [example, text] = [exampleOf(path, mediaType), await makeDescription(path, excerpt)];
    // The hash of a table is of all its reviews.
    for (const resource of example.resources ?? []) {
      delete resource.bytes;
      delete resource.hash;
    }
    assert.partialDeepStrictEqual(JSON.parse(text), example, path);
  }
  for (const path of SCHEMA_PATHS) {
    const schema = parse(renderJsonSchema(path, demo.baseUrl));
    assert.partialDeepStrictEqual(schema, exampleOf(path, JSON_SCHEMA_TYPE), path);
  }
  assert.partialDeepStrictEqual(
    parse(renderOpenApi(demo)),
    exampleOf('/.well-known/openapi.json', JSON_TYPE),
  );
  const context = parse(renderJsonLdContext(excerpt));
  assert.partialDeepStrictEqual(context, exampleOf(CONTEXT_PATH, JSON_LD_TYPE));
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
  const { id } =
    parse(before).paths['/api/reviews/search'].get.responses['200'].content['application/json']
      .example.reviews[0];
  const rest = reviews.filter((one) => one.id !== id);
  assert.equal(rest.length, 2);
  assert.ok(!Buffer.from(renderOpenApi(datasetOf({ ...changes, reviews: rest }))).includes(id));
});

test('awkward texts make examples that find reviews, too, and without any review they are made up', async () => {
  const { examplesOf, answerOf, search } = describe(AWKWARD);
  for (const [name, example] of examplesOf('/api/reviews/search')) {
    const { found } = await search({ [name]: example });
    assert.ok(found.positions.length > 0, `${name}=${example}`);
  }
  const { filters, limit } = answerOf('/api/reviews/search');
  const { answer } = await search({ ...filters, limit });
  assert.deepEqual(answer, answerOf('/api/reviews/search'));
  const empty = describe(datasetOf());
  assert.equal(empty.answerOf('/api/reviews/search').reviews[0].author.name, 'Jane D.');
  assert.ok(empty.examplesOf('/api/reviews/search').length > 10);
});
