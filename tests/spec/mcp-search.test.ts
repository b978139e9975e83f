import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { Release } from '../../sidecar/release/release.ts';
import { openSession } from '../rooms/mcp/open-session.ts';
import { searchNaively } from '../rooms/search/naive-search.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/at-length.ts';
import { startInProcess } from '../support/in-process.ts';
import { atEnd } from '../support/lifetime.ts';
import { askStateless, resultOf, STATELESS_VERSION } from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';
import { numberedContent, SAMPLE_CONTENT } from '../support/sample-content.ts';

const { release } = await makeRelease({ ...numberedContent(7, 40), ...SAMPLE_CONTENT });
const { url } = await startInProcess({ after }, { release });
const agent = new Agent({ keepAlive: true });
atEnd({ after }, () => agent.destroy());
const session = await openSession(url, '2025-06-18', agent);
const { reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
const insights = InsightsDocument.parse((await ask(url, '/insights.json')).json());

const SearchResult = z.object({
  total: z.int(),
  hints: z.array(z.string()).optional(),
  count: z.int(),
  next: z.string().optional(),
  reviews: z.array(z.looseObject({ id: z.string() })),
});
/** The first block is the structured answer, or what is wrong. */
const Content = z.tuple([z.object({ type: z.literal('text'), text: z.string() })], z.unknown());

type Given = Readonly<Record<string, unknown>>;

const textOf = (given: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
const askRest = (given: Given) =>
  ask(url, `/api/reviews/search?${new URLSearchParams(textOf(given))}`);
const day = (from: number, days: number) =>
  fc.nat(days).map((later) => new Date(from + later * 86_400_000).toISOString().slice(0, 10));

/** More filters at once would hardly ever find anything. */
const MOST_FILTERS = 3;

const stars = fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10);
const VALUES = {
  rating: fc.integer({ min: 1, max: 5 }),
  min_rating: stars,
  max_rating: stars,
  since: day(Date.UTC(2024, 1, 1), 1000),
  until: day(Date.UTC(2026, 5, 1), 150),
  words: fc.constantFrom('wrecks', 'Muñoz wreck', 'edition zzzz', 'zzzz'),
  query: fc.constantFrom(
    ...['e', 'edition-7.', 'WRECK', 'munoz', 'ümlaut', '</', '"', '🙂', 'a c', 'خدمة'],
    ...['“Wow” — 5/5 🙂', 'straße </SCRIPT> ]]> &'],
  ),
  mentions_technician: fc.constantFrom('elena-munoz', 'ATTORNEY MUÑOZ', 'David Okafor', 'x'),
  mentions_service: fc.constantFrom('car-accident', 'divorce', 'Car accidents'),
  service_area: fc.constantFrom('austin', 'fairhaven', 'Round Rock'),
  relationship: fc.constantFrom('none', 'employee'),
  language: fc.constantFrom('en', 'es', '*'),
  source: fc.constantFrom('google', 'Yelp'),
  has_text: fc.boolean(),
  has_reply: fc.boolean(),
  sentiment: fc.constantFrom('positive', 'negative'),
  aspect: fc.constantFrom('communication', 'outcome'),
  sort: fc.constantFrom('oldest', 'highest', 'lowest'),
  limit: fc.constantFrom(1, 2, 20, 21, 100),
};

const anyFilters: fc.Arbitrary<Partial<{ [Name in keyof typeof VALUES]: unknown }>> = fc
  .subarray(Object.entries(VALUES), { maxLength: MOST_FILTERS })
  .chain((chosen) =>
    fc.tuple(...chosen.map(([name, values]) => values.map((value) => [name, value]))),
  )
  .map((pairs) => Object.fromEntries(pairs))
  .filter(({ since = '', until = '9999' }) => since <= until)
  .filter(({ min_rating = 1, max_rating = 5 }) => min_rating <= max_rating);

/** What a search found, whichever form it is answered in. */
const foundIn = (structured: unknown) => {
  const { total, count, next, reviews: shown } = SearchResult.parse(structured);
  return { total, count, next, ids: shown.map(({ id }) => id) };
};

/** An answer but for what only tools say, and for the hints, which have calls there. */
const inCommon = (text: string) => {
  const { hints, notice, ...others } = z.looseObject({}).parse(JSON.parse(text));
  return others;
};

/** A search in either era of the protocol, without an error. */
async function search(given: Given, isStateless: boolean) {
  const params = { name: 'search_reviews', arguments: given };
  const answered = isStateless
    ? await askStateless(url, 'tools/call', params)
    : await session.ask('tools/call', params);
  const { structuredContent, content, isError } = resultOf(answered);
  assert.equal(isError ?? false, false, JSON.stringify(content));
  const [{ text }] = Content.parse(content);
  assert.equal(text, JSON.stringify(structuredContent), 'the text is the same');
  return { structured: structuredContent, text };
}

test('part 4, M35: for any filters, in both eras, the tool, the REST answer and a naive filter agree', async () => {
  let [found, cut] = [0, 0];
  await fc.assert(
    fc.asyncProperty(anyFilters, fc.boolean(), async (given, isStateless) => {
      const rest = await askRest(given);
      const { total, reviews: shown } = SearchResult.parse(rest.json());
      const expected = searchNaively(reviews, insights, textOf(given));
      assert.equal(total, expected.length);
      assert.deepEqual(shown, expected.slice(0, Number(given.limit ?? 20)));
      const concise = await search(given, isStateless);
      assert.deepEqual(foundIn(concise.structured), foundIn(rest.json()));
      const detailed = await search({ ...given, response_format: 'detailed' }, isStateless);
      const { count, next } = SearchResult.parse(detailed.structured);
      if (count === shown.length) {
        assert.deepEqual(inCommon(detailed.text), inCommon(rest.text));
      } else {
        // It has no room for all of them, and leads on as REST does behind as many.
        const fewer = await askRest({ ...given, limit: count });
        const { hints, limit, notice, ...others } = z.looseObject({}).parse(detailed.structured);
        assert.match(String(hints), /after/);
        assert.partialDeepStrictEqual(fewer.json(), others);
        assert.ok(next);
        cut++;
      }
      found += total;
    }),
    { numRuns: runs(200) },
  );
  assert.ok(found > 100, `${found} reviews were found`);
  assert.ok(cut > 0, 'some answers were too long');
});

const CALLS = 12;
const { release: first } = await makeRelease(numberedContent(1, 20));

const { release: next } = await makeRelease(numberedContent(2, 20));

/** A release whose searches are answered when they are let go, the last one first. */
function holdSearches() {
  const { published } = first;
  const waiting: (() => void)[] = [];
  const all = Promise.withResolvers<void>();
  const search: ReviewSource['search'] = async (query) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === CALLS) all.resolve();
    });
    return published.search(query);
  };
  const letGo = () => {
    for (const resolve of waiting.reverse()) resolve();
  };
  return { held: { ...first, published: { ...published, search } }, all: all.promise, letGo };
}

const etagOf = ({ files }: Release) => files.get('/reviews.json')?.identity.etag;

for (const version of ['2025-03-26', '2025-11-25', STATELESS_VERSION]) {
  test(`M32, M33 ${version}: 12 calls with one id get 12 right answers of the release that is served by then, in whatever order they are found`, async (t) => {
    const { held, all, letGo } = holdSearches();
    const service = await startInProcess(t, { release: held });
    const own = version === STATELESS_VERSION ? undefined : await openSession(service.url, version);
    const call = async (limit: number) => {
      const params = { name: 'search_reviews', arguments: { limit } };
      return resultOf(
        await (own?.ask('tools/call', params) ?? askStateless(service.url, 'tools/call', params)),
      );
    };
    const answers = Promise.all(Array.from({ length: CALLS }, (_, index) => call(index + 1)));
    await all;
    await service.current.swap(next);
    letGo();
    for (const [index, answer] of (await answers).entries()) {
      const { count, reviews: shown } = SearchResult.parse(answer.structuredContent);
      assert.deepEqual([count, shown.length], [index + 1, index + 1]);
      assert.match(JSON.stringify(answer.structuredContent), /^(?!.*edition-1\.).*edition-2\./);
      assert.partialDeepStrictEqual(answer, { _meta: { etag: etagOf(next) } });
    }
  });
}
