import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { callsIn, tokensOf } from './agent.ts';
import { demonstration, type Service, serve, thousandReviews } from './services.ts';
import { TOOL_FORMS } from './tool-forms.ts';

const demo = await serve({ after }, demonstration());
const large = await serve({ after }, thousandReviews());

/** Calls whose answers have hints, besides those of every form. */
const HINTED: typeof TOOL_FORMS = [
  ['search_reviews', { mentions_technician: 'Prya Ramen' }],
  [
    'search_reviews',
    { mentions_technician: 'David', has_reply: true, include: ['text'], limit: 5 },
  ],
  ['get_review_stats', { since: '2019-01-01', until: '2019-12-31', group_by: 'year' }],
  ['search_reviews', { mentions_service: 'car acident', rating: 5 }],
  ['search_reviews', { source: 'Gogle' }],
  ['search_reviews', { language: 'Spanish', response_format: 'detailed' }],
  ['search_reviews', { query: 'surprising expenses' }],
  ['search_reviews', { query: 'wheelchair access' }],
  ['search_reviews', { query: 'Did anybody lose?' }],
  ['search_reviews', { words: 'wheelchair', rating: 1 }],
  ['search_reviews', { rating: 1, relationship: 'employee', language: 'es' }],
  ['search_reviews', { rating: 5, max_rating: 5, relationship: 'employee', language: 'es' }],
  ['search_reviews', { rating: 4, aspect: 'fees', mentions_technician: 'Linh', language: 'es' }],
  ['search_reviews', { limit: 100, include: ['text', 'reply'] }],
  ['search_reviews', { limit: 100, sort: 'lowest', response_format: 'detailed' }],
  ['search_reviews', { aspect: 'fees', sentiment: 'negative', since: '2025-01-01' }],
  ['get_review_stats', { sentiment: 'negative', group_by: ['aspect', 'year'] }],
  ['get_review_stats', { query: 'expensive refunds' }],
  ['get_insights', { aspect: 'process-ease' }],
  ['get_insights', { entity: 'Prya Raman' }],
  ['get_insights', { entity: 'Nobody at all' }],
  ['get_review', { id: 'no-such-review' }],
];

type Call = ReturnType<typeof callsIn>[number];

const Hinted = z.object({ hints: z.array(z.string()).default([]) });

/** What an answer says, refusals too, apart from the words of strangers. */
async function hintsOf({ session }: Service, tool: string, given: object) {
  const { structuredContent, content, isError } = await session.call(tool, given);
  if (isError) return [JSON.stringify(content).replaceAll('\\"', '"')];
  return Hinted.parse(structuredContent).hints;
}

for (const [name, service, least] of [
  ['the demonstration', demo, 25],
  ['a thousand reviews', large, 20],
] as const) {
  test(`every call that a hint carries works as it is and finds reviews: ${name}`, async (t) => {
    const calls = new Map<string, Call & { readonly most: number | string }>();
    for (const [tool, given] of [...TOOL_FORMS, ...HINTED]) {
      for (const hint of await hintsOf(service, tool, given)) {
        const [, most = 20_000] = /, up to (\d+) tokens: /.exec(hint) ?? [];
        for (const call of callsIn(hint)) calls.set(JSON.stringify(call), { ...call, most });
      }
    }
    for (const [said, { tool, given, most }] of calls) {
      const { structuredContent, content, isError } = await service.session.call(tool, given);
      assert.ok(!isError, `${said}: ${JSON.stringify(content)}`);
      assert.ok(tokensOf(JSON.stringify(structuredContent)) <= Number(most), said);
      assert.ok(countIn(structuredContent) > 0, said);
    }
    t.diagnostic(`${calls.size} calls`);
    assert.ok(calls.size >= least, `${calls.size}`);
  });
}

const Figures = z.object({ reviewCount: z.int() });
const Listed = z.array(z.unknown()).default([]);
const Counted = z.object({
  total: z.int().default(0),
  reviews: Listed,
  entities: Listed,
  aspects: Listed,
  aspect: Figures.optional(),
  entity: Figures.optional(),
});

/** How many reviews an answer has or counts. */
function countIn(answer: unknown): number {
  const { total, reviews, entities, aspects, aspect, entity } = Counted.parse(answer);
  const { reviewCount } = aspect ?? entity ?? { reviewCount: 0 };
  return Math.max(total, reviewCount, reviews.length, entities.length, aspects.length);
}
