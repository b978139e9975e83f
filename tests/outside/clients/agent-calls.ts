import assert from 'node:assert/strict';
import { z } from 'zod';
import { askStateless } from '../../support/mcp-client.ts';
import type { startDemonstration } from './demonstration.ts';

const Listed = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.looseObject({
        properties: z.record(z.string(), z.unknown()),
        required: z.array(z.string()).default([]),
      }),
    }),
  ),
});
/** The answer of the service without a client in between. */
const Answer = z.object({
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

/** What agents list of a service, and what they call: each tool plainly, with nulls, and loosely. */
export async function agentCalls({
  url,
  published,
  insights,
}: Awaited<ReturnType<typeof startDemonstration>>) {
  const listed = Listed.parse((await askStateless(url, 'tools/list')).json().result);
  const tools = new Map(listed.tools.map(({ name, inputSchema }) => [name, inputSchema]));

  const [aspect] = insights.aspects;
  const [newest] = published.reviews;
  const plain: readonly (readonly [tool: string, given: object])[] = [
    ['get_business', {}],
    ['search_reviews', { min_rating: 4, limit: 3 }],
    ['search_reviews', { rating: 5, limit: 2, response_format: 'detailed' }],
    ['get_review', { id: newest?.id }],
    ['get_review', { id: 'no-such-review' }],
    ['get_insights', {}],
    ['get_insights', { aspect: aspect?.id, trend: 'year' }],
    ['get_review_stats', { min_rating: 4, group_by: 'year' }],
  ];
  /** Null for every argument that may be left out. */
  const nullsOf = (tool: string): Record<string, null> => {
    const { properties, required } = tools.get(tool) ?? assert.fail(tool);
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return Object.fromEntries(optional.map((name) => [name, null]));
  };
  const loose: readonly (readonly [tool: string, given: object | null])[] = [
    ['get_business', null],
    ['get_business', { parts: 'Rating' }],
    ['search_reviews', { aspect: aspect?.id, sentiment: 'NEGATIVE', include: 'reply' }],
    ['search_reviews', { rating: 5, limit: 2, response_format: 'Detailed' }],
    ['get_review', null],
    ['get_insights', { section: 'FAQ' }],
    ['get_review_stats', { group_by: 'Technician' }],
    ['get_review_stats', null],
    ...plain.map(([tool, given]) => [tool, { ...nullsOf(tool), ...given }] as const),
    ['search_reviews', { ...nullsOf('search_reviews'), min_rating: '4', limit: '3' }],
  ];
  const calls = [...plain, ...loose].map(async ([tool, given]) => {
    const answered = await askStateless(url, 'tools/call', { name: tool, arguments: given });
    return { tool, given, expected: Answer.parse(answered.json().result) };
  });
  return { tools, calls: await Promise.all(calls) };
}
