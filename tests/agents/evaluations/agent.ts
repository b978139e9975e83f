import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { ask } from '../../support/ask.ts';
import type { Service } from './services.ts';

/** The members of a review in brief that questions read. */
const Review = z.object({
  id: z.string(),
  date: z.string(),
  rating: z.number(),
  author: z.string(),
  title: z.string().optional(),
  excerpt: z.string().optional(),
  text: z.string().optional(),
  people: z.array(z.string()).default([]),
  reply: z.object({ text: z.string(), date: z.string() }).optional(),
  url: z.string(),
});

const Hints = z.array(z.string()).default([]);
const Named = z.object({ id: z.string(), name: z.string() });
const Quote = z.object({ reviewId: z.string(), text: z.string() });
const Finding = z.object({ text: z.string(), aspect: z.string(), evidence: z.array(z.string()) });
const Opinions = {
  reviewCount: z.int(),
  positiveReviewCount: z.int(),
  negativeReviewCount: z.int(),
};
const Entity = Named.extend({
  jobTitle: z.string().default(''),
  reviewCount: z.int(),
  averageRating: z.number().optional(),
  positiveReviewCount: z.int().default(0),
  negativeReviewCount: z.int().default(0),
});

/** What questions read of each tool's answer. */
const ANSWERS = {
  get_business: z.object({
    business: z.looseObject({ name: z.string() }).optional(),
    aggregateRating: z.looseObject({ ratingValue: z.number(), reviewCount: z.int() }).optional(),
    collection: z.looseObject({}).optional(),
    dataset: z
      .object({ reviewCount: z.int(), firstReview: z.string(), lastReview: z.string() })
      .optional(),
  }),
  search_reviews: z.object({
    total: z.int(),
    count: z.int(),
    next: z.string().optional(),
    hints: Hints,
    notice: z.string().optional(),
    reviews: z.array(Review),
  }),
  get_review: z.looseObject({ id: z.string(), text: z.string(), hints: Hints }),
  get_insights: z.object({
    reviewCount: z.int().optional(),
    hints: Hints,
    notice: z.string().optional(),
    summary: z
      .looseObject({ concerns: z.array(z.union([z.string(), Finding])).default([]) })
      .optional(),
    aspects: z.array(Named.extend(Opinions)).optional(),
    aspect: Named.extend(Opinions)
      .extend({
        trend: z.array(z.object({ period: z.string(), ...Opinions })).default([]),
        quotes: z.array(Quote).default([]),
      })
      .optional(),
    entity: Entity.optional(),
    entities: z.array(Entity).optional(),
  }),
  get_review_stats: z.object({
    total: z.int(),
    averageRating: z.number().nullish(),
    distribution: z.record(z.string(), z.int()),
    hints: Hints,
    buckets: z.array(
      z.object({
        key: z.string(),
        count: z.int(),
        averageRating: z.number(),
      }),
    ),
  }),
};

/** The same of the tools that ChatGPT asks for. */
const Found = z.object({
  results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
});
const Fetched = z.object({ id: z.string(), text: z.string(), url: z.string() });

const Result = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
});

/** More would be cut by some clients: by Claude Code at 25,000. */
const MOST_TOKENS = 20_000;

/** The tokens of a text, by the encoding of most models of OpenAI; others count much the same. */
export function tokensOf(text: string): number {
  // What looks like a special token is text like any other.
  return countTokens(text, { disallowedSpecial: new Set() });
}

/** The calls that a hint carries: the name of a tool, and arguments as JSON. */
export function callsIn(hint: string) {
  return [...hint.matchAll(/\b([a-z]+(?:_[a-z]+)+) (?=\{)/g)].map(
    ({ 0: start, 1: tool, index }) => {
      const rest = hint.slice(index + start.length);
      const ends = [...rest.matchAll(/\}/g)].map((brace) => rest.slice(0, brace.index + 1));
      const json = ends.find(isJson) ?? assert.fail(`${hint} has arguments as JSON`);
      return { tool: tool ?? '', given: z.record(z.string(), z.unknown()).parse(JSON.parse(json)) };
    },
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An agent with a session: it calls tools, and what its model reads of the answers is counted. */
export type Agent = ReturnType<typeof createAgent>;

/** Begins to count. */
export function createAgent({
  session,
  url,
}: {
  readonly session: Pick<Service['session'], 'call'>;
  readonly url: string;
}) {
  const used = { calls: 0, tokens: 0 };
  const call = async (name: string, given: unknown) => {
    const { isError, structuredContent, content } = Result.parse(await session.call(name, given));
    const text = content.map((block) => block.text).join('\n');
    // Claude Code and Codex pass on the structured content alone, wherever there is one.
    const read = isError ? text : JSON.stringify(structuredContent);
    const tokens = tokensOf(read);
    assert.ok(tokens <= MOST_TOKENS, `${name} ${JSON.stringify(given)} takes ${tokens} tokens`);
    used.calls += 1;
    used.tokens += tokens;
    return { isError, text, structuredContent };
  };
  const tool =
    <Answer>(name: string, schema: z.ZodType<Answer>) =>
    async (given?: unknown): Promise<Answer> => {
      const { isError, text, structuredContent } = await call(name, given);
      assert.ok(!isError, `${name} ${JSON.stringify(given)}: ${text}`);
      return schema.parse(structuredContent);
    };
  const search_reviews = tool('search_reviews', ANSWERS.search_reviews);
  return {
    used,
    /** Makes the call of a hint, as it is written there. */
    follow: async (hints: readonly string[], which: RegExp) => {
      const hint = hints.find((one) => which.test(one)) ?? assert.fail(`No hint: ${hints}`);
      const [call] = callsIn(hint);
      assert.equal(call?.tool, 'search_reviews', hint);
      return search_reviews(call.given);
    },
    get_business: tool('get_business', ANSWERS.get_business),
    search_reviews,
    get_review: tool('get_review', ANSWERS.get_review),
    get_insights: tool('get_insights', ANSWERS.get_insights),
    get_review_stats: tool('get_review_stats', ANSWERS.get_review_stats),
    search: tool('search', Found),
    fetch: tool('fetch', Fetched),
    /** A published file at its address, which a program reads, not a model. */
    download: async (address: string): Promise<string> => {
      const { status, text } = await ask(url, new URL(address).pathname);
      assert.equal(status, 200, address);
      return text;
    },
    /** What a tool answers when it refuses a call. */
    refusal: async (name: string, given: unknown): Promise<string> => {
      const { isError, text } = await call(name, given);
      assert.ok(isError, `${name} ${JSON.stringify(given)} was answered: ${text.slice(0, 200)}`);
      return text;
    },
  };
}
