import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ask } from '../support/ask.ts';
import { atEnd } from '../support/at-end.ts';
import { startInProcess } from '../support/in-process.ts';
import { askStateless, openSession, resultOf } from '../support/mcp-client.ts';
import { searchNaively } from '../support/naive-search.ts';
import { numberedContent } from '../support/numbered-content.ts';
import { makeRelease } from '../support/release.ts';
import { SAMPLE_CONTENT } from '../support/sample-content.ts';

const { release } = await makeRelease({
  ...numberedContent(7, 40),
  ...SAMPLE_CONTENT,
});
const { url } = await startInProcess({ after }, { release });
const agent = new Agent({ keepAlive: true });
atEnd({ after }, () => agent.destroy());
const session = await openSession(url, '2025-06-18', agent);
const { reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
const { entities } = InsightsDocument.parse((await ask(url, '/insights.json')).json());

const SearchResult = z.object({ total: z.int(), count: z.int(), reviews: z.array(z.unknown()) });
const Content = z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1);

type Given = Readonly<Record<string, unknown>>;

function asText(given: Given): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

/** Holds a result against the REST answer and the naive filter. Returns how many were found. */
async function agrees(result: Record<string, unknown>, given: Given): Promise<number> {
  const { structuredContent, content, isError } = result;
  assert.equal(isError ?? false, false);
  const rest = await ask(url, `/api/reviews/search?${new URLSearchParams(asText(given))}`);
  assert.deepEqual(structuredContent, rest.json(), JSON.stringify(given));
  const [block] = Content.parse(content);
  assert.equal(block?.text, JSON.stringify(structuredContent), 'the text is the same JSON');
  assert.equal(block?.text, rest.text, 'byte for byte');
  const expected = searchNaively(reviews, entities.technicians, asText(given));
  const found = SearchResult.parse(structuredContent);
  assert.equal(found.total, expected.length);
  assert.deepEqual(found.reviews, expected.slice(0, Number(given.limit ?? 20)));
  return found.total;
}

const callStateless = async (given: Given) =>
  resultOf(await askStateless(url, 'tools/call', { name: 'search_reviews', arguments: given }));

test('M39: names are understood by alias and id, without regard to case and accents', async () => {
  const spellings = ['Elena Muñoz', 'ELENA MUNOZ', 'elena-munoz', 'attorney muñoz'];
  for (const mentions_technician of spellings) {
    const { structuredContent } = await session.call('search_reviews', { mentions_technician });
    assert.equal(SearchResult.parse(structuredContent).total, 2, mentions_technician);
  }
  for (const [mentions_service, total] of [
    ['car-accident', 1],
    ['Car-Accident', 0],
    ['car wreck', 0],
  ] as const) {
    const { structuredContent } = await session.call('search_reviews', { mentions_service });
    assert.equal(SearchResult.parse(structuredContent).total, total, mentions_service);
  }
});

test('M31: to find nothing is no error, and a name that nobody has comes with a hint', async () => {
  const given = { mentions_technician: 'Elena Munos' };
  const result = await session.call('search_reviews', given);
  assert.equal(result.isError, undefined);
  assert.equal(SearchResult.parse(result.structuredContent).total, 0);
  const [, hint] = Content.parse(result.content);
  assert.match(String(hint?.text), /Did you mean "Elena Muñoz"/);
});

const day = (from: number, days: number) =>
  fc.nat(days).map((later) => new Date(from + later * 86_400_000).toISOString().slice(0, 10));

/** More of them at once would hardly ever find anything. */
const MOST_FILTERS = 3;

const anyFilters = fc
  .record(
    {
      rating: fc.integer({ min: 1, max: 5 }),
      min_rating: fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10),
      since: day(Date.UTC(2024, 1, 1), 1000),
      until: day(Date.UTC(2026, 5, 1), 150),
      query: fc.constantFrom(
        ...['e', 'edition-7.', 'WRECK', 'munoz', 'ümlaut', '</', '"', '🙂', 'a c', 'خدمة'],
        ...['“Wow” — 5/5 🙂', 'straße </SCRIPT> ]]> &'],
      ),
      mentions_technician: fc.constantFrom('elena-munoz', 'ATTORNEY MUÑOZ', 'David Okafor', 'x'),
      mentions_service: fc.constantFrom('car-accident', 'divorce'),
      limit: fc.constantFrom(1, 2, 20, 21, 100),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter(({ since = '', until = '9999' }) => since <= until)
  .filter((given) => Object.keys(given).length <= MOST_FILTERS);

test('part 4, M35: for any filters, in both eras, the tool, the REST answer and a naive filter agree', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(anyFilters, fc.boolean(), async (given, isStateless) => {
      const result = isStateless
        ? await callStateless(given)
        : await session.call('search_reviews', given);
      found += await agrees(result, given);
    }),
    { numRuns: 200 },
  );
  assert.ok(found > 100, `${found} reviews were found`);
  await agrees(await session.call('search_reviews'), {});
});

test('part 7, M35: what REST refuses, the tool refuses with the same issues', async () => {
  const Refused = z.object({ issues: z.array(z.object({ message: z.string() })).min(1) });
  for (const given of [
    { rating: 0 },
    { min_rating: 5.5 },
    { limit: 101 },
    { since: '2026-02-30' },
    { since: '2026-02-01', until: '2026-01-31' },
    { query: '' },
    { query: 'x'.repeat(201) },
    { mentions_service: 'a\nb' },
  ]) {
    const rest = await ask(url, `/api/reviews/search?${new URLSearchParams(asText(given))}`);
    assert.equal(rest.status, 400);
    const { content, isError } = await session.call('search_reviews', given);
    assert.equal(isError, true);
    const [block] = Content.parse(content);
    for (const { message } of Refused.parse(rest.json()).issues) {
      // A query string has text only; what was given is quoted there.
      const words = message.replace(/ \(got .*/s, '');
      assert.ok(block?.text.includes(words), `${words}: ${block?.text}`);
    }
  }
});
