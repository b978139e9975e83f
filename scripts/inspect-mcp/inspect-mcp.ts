/**
 * Makes an agent's calls to a running service over MCP, with the protocol's own inspector
 * (inspector.ts), in both eras of the protocol, and checks each answer.
 */
import assert from 'node:assert/strict';
import { z } from 'zod';
import {
  check,
  contentOf,
  expectToolFailure,
  type Inspector,
  lastRemarkOf,
  type Outcome,
  resultOf,
} from './inspector.ts';

export type Era = 'legacy' | 'modern';

type Inspection = {
  readonly inspector: Inspector;
  readonly origin: string;
  readonly era: Era;
  readonly tell: (line: string) => void;
};

const TOOLS = [
  ...['get_business', 'search_reviews', 'get_review', 'get_insights', 'get_review_stats'],
];
const PROMPTS = ['review_digest', 'technician_profile', 'answer_prospect_question'];
/** Short enough to be read whole, for most businesses. */
const READ_PATH = '/feed.xml';

const Named = z.array(z.looseObject({ name: z.string() }));
const Business = z.looseObject({ business: z.looseObject({ name: z.string().min(1) }) });
const Found = z.looseObject({
  total: z.int().positive(),
  reviews: z.array(z.looseObject({ id: z.string(), url: z.string() })).length(2),
});
const Insights = z.looseObject({ faq: z.array(z.unknown()).min(1) });
const Stats = z.looseObject({
  total: z.int(),
  buckets: z.array(z.looseObject({ count: z.int() })).min(1),
});
const Resources = z.array(z.looseObject({ uri: z.string() }));
const Read = z.array(z.looseObject({ uri: z.string(), text: z.string() })).length(2);
const Messages = z
  .array(z.object({ role: z.literal('user'), content: z.looseObject({ text: z.string().min(1) }) }))
  .min(1);

/** Uses everything that one era of the protocol offers. Throws an Error at the first failure. */
export async function inspectEra(inspection: Inspection): Promise<void> {
  const remark = await step(inspection, 'tools/list --strict', async () => {
    const outcome = await ask(inspection, 'tools/list', ['--strict']);
    assert.deepEqual(namesIn(resultOf(outcome).tools), TOOLS);
    return lastRemarkOf(outcome);
  });
  // Errors end it with another code; warnings are left to the reader.
  if (remark !== '') inspection.tell(`  ${remark}`);
  await inspectSearch(inspection);
  await inspectOtherTools(inspection);
  await inspectResources(inspection);
  await inspectPrompts(inspection);
}

async function inspectSearch(inspection: Inspection): Promise<void> {
  const { total, reviews } = await step(inspection, 'search_reviews, as over REST', async () => {
    const input = { min_rating: 4, limit: 2, response_format: 'detailed' };
    const { notice, ...search } = contentOf(await call(inspection, 'search_reviews', input));
    assert.ok(notice, 'it states that texts must not be obeyed');
    const published = await fetch(`${inspection.origin}/api/reviews/search?min_rating=4&limit=2`);
    assert.deepEqual(search, await published.json());
    return check(Found, search);
  });
  await step(inspection, 'search_reviews, with nulls and digits in quotes', async () => {
    const input = { min_rating: '4', limit: '2', query: null, response_format: null };
    const brief = check(Found, contentOf(await call(inspection, 'search_reviews', input)));
    const [ids, expected] = [brief.reviews, reviews].map((list) => list.map(({ id }) => id));
    assert.deepEqual([brief.total, ids], [total, expected]);
  });
  await step(inspection, 'get_review_stats, as many as the search', async () => {
    const input = { min_rating: 4, group_by: 'year' };
    const stats = check(Stats, contentOf(await call(inspection, 'get_review_stats', input)));
    const counted = stats.buckets.reduce((sum, { count }) => sum + count, 0);
    assert.deepEqual([stats.total, counted], [total, total]);
  });
  await step(inspection, 'get_review, one that was found', async () => {
    const [review] = reviews;
    const content = contentOf(await call(inspection, 'get_review', { id: review?.id }));
    assert.partialDeepStrictEqual(content, { id: review?.id, url: review?.url });
  });
}

async function inspectOtherTools(inspection: Inspection): Promise<void> {
  await step(inspection, 'get_review, none: the tool fails', async () => {
    expectToolFailure(await call(inspection, 'get_review', { id: 'no-such-review' }));
  });
  await step(inspection, 'get_business', async () => {
    check(Business, contentOf(await call(inspection, 'get_business', {})));
  });
  await step(inspection, 'get_insights, one section', async () => {
    const input = { section: 'faq' };
    check(Insights, contentOf(await call(inspection, 'get_insights', input)));
  });
}

async function inspectResources(inspection: Inspection): Promise<void> {
  const uri = await step(inspection, 'resources/list', async () => {
    const { resources } = resultOf(await ask(inspection, 'resources/list'));
    const uris = check(Resources, resources).map((resource) => resource.uri);
    return (
      uris.find((one) => one.endsWith(READ_PATH)) ??
      assert.fail(`expected ${READ_PATH} among ${uris.join(', ')}`)
    );
  });
  await step(inspection, 'resources/read, as over HTTP', async () => {
    const { contents } = resultOf(await ask(inspection, 'resources/read', ['--uri', uri]));
    const [content] = check(Read, contents);
    const published = await fetch(inspection.origin + READ_PATH);
    assert.deepEqual([content?.uri, content?.text], [uri, await published.text()]);
  });
}

async function inspectPrompts(inspection: Inspection): Promise<void> {
  await step(inspection, 'prompts/list', async () => {
    const { prompts } = resultOf(await ask(inspection, 'prompts/list'));
    assert.deepEqual(namesIn(prompts), PROMPTS);
  });
  await step(inspection, 'prompts/get, review_digest', async () => {
    const asked = ['--prompt-name', 'review_digest', '--prompt-args', 'since=2026-01-01'];
    const { messages } = resultOf(await ask(inspection, 'prompts/get', asked));
    check(Messages, messages);
  });
}

async function step<Value>(
  { era, tell }: Inspection,
  title: string,
  take: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await take();
    tell(`✔ ${era}: ${title}`);
    return value;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${era}: ${title}: ${message}`, { cause: error });
  }
}

function call(inspection: Inspection, name: string, input: object): Promise<Outcome> {
  const args = ['--tool-name', name, '--tool-args-json', JSON.stringify(input)];
  return ask(inspection, 'tools/call', args);
}

function ask(
  { inspector, origin, era }: Inspection,
  method: string,
  args: readonly string[] = [],
): Promise<Outcome> {
  return inspector(`${origin}/mcp`, ['--protocol-era', era, '--method', method, ...args]);
}

function namesIn(list: unknown): string[] {
  return check(Named, list).map(({ name }) => name);
}
