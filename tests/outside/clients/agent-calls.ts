import assert from 'node:assert/strict';
import { z } from 'zod';
import { ask } from '../../support/ask.ts';
import { connectSdk } from '../../support/mcp-client.ts';
import type { startDemonstration } from '../../support/service.ts';

/** A call of a tool, with what the REST interface and the files say of it. */
type Call = {
  readonly tool: string;
  readonly given: object | null;
  /** Whether the arguments are as the schema says. */
  readonly isPlain?: boolean;
  readonly check: ((structured: unknown) => void) | 'refused';
};

const Listed = z.object({
  name: z.string(),
  inputSchema: z.looseObject({
    properties: z.record(z.string(), z.unknown()),
    required: z.array(z.string()).default([]),
  }),
});
const Found = z.looseObject({
  total: z.int(),
  next: z.string().optional(),
  reviews: z.array(z.looseObject({ id: z.string() })),
});
const Stats = z.object({
  total: z.int(),
  averageRating: z.unknown(),
  distribution: z.unknown(),
  buckets: z.unknown(),
});
const Entities = z.object({
  entities: z.array(z.looseObject({ type: z.string(), id: z.string() })),
});
const Overview = z.looseObject({
  reviewCount: z.int(),
  aspects: z.array(z.looseObject({ id: z.string(), reviewCount: z.int() })),
});
const OneAspect = z.object({
  aspect: z.looseObject({ id: z.string(), quotes: z.array(z.unknown()) }),
});

/** What agents list of a service, and what they call: each tool plainly, with nulls, and loosely. */
export async function agentCalls(service: Awaited<ReturnType<typeof startDemonstration>>) {
  const { url, published, insights } = service;
  const { client } = await connectSdk(url, 'auto');
  const tools = new Map(
    z
      .array(Listed)
      .parse((await client.listTools()).tools)
      .map(({ name, inputSchema }) => [name, inputSchema]),
  );
  const resources = (await client.listResources()).resources.map(({ uri }) => uri);
  const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
  await client.close();

  const rest = async (path: string) => (await ask(url, path)).json();
  const [aspect] = insights.aspects;
  const [newest] = published.reviews;
  const good = await rest('/api/reviews/search?min_rating=4&limit=3');
  const critical = await rest(`/api/reviews/search?aspect=${aspect?.id}&sentiment=negative`);
  const detailed = await rest('/api/reviews/search?rating=5&limit=2');
  const years = await rest('/api/reviews/stats?min_rating=4&group_by=year');
  const all = await rest('/api/reviews/stats');
  const { business, aggregateRating } = published;

  /** Null for every argument that may be left out. */
  const nullsOf = (tool: string): Record<string, null> => {
    const { properties, required } = tools.get(tool) ?? assert.fail(tool);
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return Object.fromEntries(optional.map((name) => [name, null]));
  };
  const isFound = (expected: unknown) => (structured: unknown) => {
    const [answered, found] = [structured, expected].map((one) => {
      const { total, next, reviews } = Found.parse(one);
      return { total, next, ids: reviews.map(({ id }) => id) };
    });
    assert.deepEqual(answered, found);
  };
  const isCounted = (expected: unknown) => (structured: unknown) =>
    assert.deepEqual(Stats.parse(structured), Stats.parse(expected));
  const has = (expected: object) => (structured: unknown) =>
    assert.partialDeepStrictEqual(structured, expected);
  const equals = (expected: unknown) => (structured: unknown) =>
    assert.deepEqual(structured, expected);
  const isOverview = (structured: unknown) => {
    const { reviewCount, aspects } = Overview.parse(structured);
    assert.equal(reviewCount, published.reviews.length);
    const counts = aspects.map(({ id, reviewCount: count }) => `${id} ${count}`);
    const expected = insights.aspects.map(({ id, reviewCount: count }) => `${id} ${count}`);
    assert.deepEqual(counts.sort(), expected.sort());
  };
  const isAspect = (structured: unknown) =>
    assert.equal(OneAspect.parse(structured).aspect.id, aspect?.id);
  const areOfType = (type: string) => (structured: unknown) => {
    const { entities } = Entities.parse(structured);
    assert.ok(entities.length > 0);
    assert.ok(entities.every((one) => one.type === type));
  };
  const areAll = (structured: unknown) =>
    assert.equal(new Set(Entities.parse(structured).entities.map(({ type }) => type)).size, 3);

  const plain = (tool: string, given: object, check: Call['check']): Call => ({
    ...{ tool, given, check },
    isPlain: true,
  });
  const loose = (tool: string, given: object | null, check: Call['check']): Call => ({
    ...{ tool, given, check },
  });
  const calls = [
    plain('get_business', {}, has({ business, aggregateRating })),
    loose('get_business', null, has({ business, aggregateRating })),
    loose('get_business', nullsOf('get_business'), has({ business, aggregateRating })),
    loose('get_business', { parts: 'Rating' }, has({ aggregateRating })),
    plain('search_reviews', { min_rating: 4, limit: 3 }, isFound(good)),
    loose(
      'search_reviews',
      { ...nullsOf('search_reviews'), min_rating: '4', limit: '3' },
      isFound(good),
    ),
    loose(
      'search_reviews',
      { aspect: aspect?.id, sentiment: 'NEGATIVE', include: 'reply' },
      isFound(critical),
    ),
    plain('search_reviews', { rating: 5, limit: 2, response_format: 'detailed' }, equals(detailed)),
    loose('search_reviews', { rating: 5, limit: 2, response_format: 'Detailed' }, equals(detailed)),
    plain('get_review', { id: newest?.id }, equals(newest)),
    plain('get_review', { id: 'no-such-review' }, 'refused'),
    loose('get_review', null, 'refused'),
    plain('get_insights', {}, isOverview),
    loose('get_insights', nullsOf('get_insights'), isOverview),
    plain('get_insights', { aspect: aspect?.id, trend: 'year' }, isAspect),
    loose('get_insights', { ...nullsOf('get_insights'), aspect: aspect?.name }, isAspect),
    loose('get_insights', { section: 'FAQ' }, (structured) =>
      assert.ok(Object.hasOwn(z.looseObject({}).parse(structured), 'faq')),
    ),
    plain('list_entities', { type: 'service' }, areOfType('service')),
    loose('list_entities', { type: 'Technician' }, areOfType('technician')),
    loose('list_entities', nullsOf('list_entities'), areAll),
    plain('get_review_stats', { min_rating: 4, group_by: 'year' }, isCounted(years)),
    loose(
      'get_review_stats',
      { ...nullsOf('get_review_stats'), min_rating: '4', group_by: ['year'] },
      isCounted(years),
    ),
    loose('get_review_stats', null, isCounted(all)),
  ];
  return { tools, resources, prompts, calls };
}
