import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { readListQuestion } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { CHART_NAMES, type ChartName, drawOnPage, makeChart } from '#views/charts/charts.ts';
import { viewAt } from '#views/views.ts';
import { catalogueFor } from '#words/words.ts';
import { runs } from '../../../support/at-length.ts';
import { NO_TOOLS, sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { parseXml } from '../../artifacts/parse-xml.ts';
import { AWKWARD_BUSINESS, AWKWARD_TEXTS, datasetOf } from '../../artifacts/sample-datasets.ts';

type XmlElement = ReturnType<typeof parseXml>;

const ELEMENTS = new Set(['svg', 'title', 'desc', 'g', 'rect', 'line', 'circle', 'text']);
/** The narrowest chart on a phone, in pixels, and a digit. */
const [PHONE, DIGIT] = [272, 7];
const catalogue = catalogueFor('en');

function* within(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* within(child);
}

/** The elements of a drawing: of known kinds, with finite numbers and without a script or a style. */
function readSvg(svg: string): XmlElement[] {
  const elements = [...within(parseXml(svg))];
  for (const { name, attributes } of elements) {
    assert.ok(ELEMENTS.has(name), name);
    for (const [key, value] of Object.entries(attributes)) {
      assert.doesNotMatch(key, /^(?:on|style|href)/);
      assert.doesNotMatch(value, /NaN|Infinity|undefined|^-[\d.]+%|^1\d\d[\d.]+%/, key);
      if (/width|height/.test(key)) assert.ok(Number.parseFloat(value) >= 0, value);
    }
  }
  return elements;
}

/** Asserts that no two centered words on a line of a page meet. */
function assertApart(elements: readonly XmlElement[]): void {
  const centered = elements.filter(({ attributes }) => attributes['text-anchor'] === 'middle');
  const lines = Map.groupBy(centered, ({ attributes: { y } }) => y).values();
  for (const line of lines) {
    const words = line.map(({ attributes: { x = '' }, text }) => {
      const [middle, half] = [(Number.parseFloat(x) / 100) * PHONE, (text.length * DIGIT) / 2];
      return { start: middle - half, end: middle + half };
    });
    const inOrder = words.toSorted((a, b) => a.start - b.start);
    for (const [at, { start }] of inOrder.entries()) {
      assert.ok(start > (inOrder[at - 1]?.end ?? -DIGIT), JSON.stringify(inOrder));
    }
  }
}

async function fileOf(release: ReviewSource, path: string): Promise<string> {
  const view = viewAt(path, release);
  assert.ok(view && view !== 'gone', path);
  return Buffer.from(await view.make(release, NO_TOOLS)).toString();
}

/** Asserts all that holds of a chart, and returns its rows. */
async function checkChart(name: ChartName, release: ReviewSource) {
  const svg = await fileOf(release, `/charts/${name}.svg`);
  readSvg(svg);
  assert.equal(svg, await fileOf(release, `/charts/${name}.svg`));
  const chart = await makeChart(name, release, catalogue);
  const [header, ...rows] = parse(await fileOf(release, `/charts/${name}.csv`));
  assert.deepEqual([header, rows.length], [chart.fields, chart.rows.length]);
  if (chart.rows.length > 0) assertApart(readSvg(drawOnPage(name, chart, 'Title', 'Note')));
  for (const { text, href } of chart.rows.flatMap(({ cells }) => cells)) {
    if (href === undefined) continue;
    const { query, problems } = readListQuestion(href.slice(href.indexOf('?') + 1));
    const { total } = await release.search({ ...query, limit: 1 });
    assert.deepEqual([problems, catalogue.formats.number(total)], [[], text], href);
  }
  return chart.rows;
}

const LONG = 'Ŵ'.repeat(200);
/** No name has a control character (site/dataset/schema/scalars.ts). */
const names = AWKWARD_TEXTS.filter((text) => !/\p{Cc}/u.test(text));
const sourceName = fc.constantFrom('Google', 'Yelp', LONG, ...names);
const anyReview = fc.record({
  month: fc.nat(480),
  halves: fc.integer({ min: 2, max: 10 }),
  name: sourceName,
  reviewBody: fc.constantFrom('', 'They kept me informed.', 'Nobody ever called me back.'),
  replied: fc.option(fc.oneof(fc.nat(90), fc.constant(undefined))),
});

/** Reviews of so many months after the first of 1986. */
function reviewsOf(
  some: readonly (typeof anyReview extends fc.Arbitrary<infer One> ? One : never)[],
) {
  return some.map(({ month, halves, name, reviewBody, replied }, at): StoredReview => {
    const dayAfter = (days: number) =>
      new Date(Date.UTC(1986, month, 1 + days)).toISOString().slice(0, 10);
    return storedReview({
      id: `review-${at}`,
      datePublished: dayAfter(0),
      rating: halves / 2,
      source: { name },
      reviewBody,
      ...(replied !== null && {
        ownerReply: {
          text: 'Thanks.',
          ...(replied !== undefined && { datePublished: dayAfter(replied) }),
        },
      }),
    });
  });
}

const releaseOf = (reviews: readonly StoredReview[]) =>
  sourceOf(datasetOf({ reviews: [...reviews], business: AWKWARD_BUSINESS }));

test('any reviews make well-formed charts, whose counts are those of their lists', async () => {
  const anyReviews = fc.oneof(
    fc.array(anyReview, { maxLength: 40 }),
    fc
      .tuple(fc.array(anyReview, { maxLength: 40 }), fc.nat(40))
      .map(([some, span]) => some.map((one) => ({ ...one, month: one.month % (span + 1) }))),
  );
  await fc.assert(
    fc.asyncProperty(anyReviews, async (some) => {
      const release = releaseOf(reviewsOf(some));
      for (const name of CHART_NAMES) {
        const rows = await checkChart(name, release);
        if (name !== 'rating' && name !== 'replies') continue;
        const counts = rows.map(({ values }) => Number(values[2]));
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          some.length,
        );
        assert.ok(counts.every((count) => count >= 10) || counts.length === 1, `${counts}`);
      }
    }),
    { numRuns: runs(100) },
  );
});

const ratings = (count: number, change: (at: number) => Partial<StoredReview> = () => ({})) =>
  Array.from({ length: count }, (_, at) => storedReview({ id: `review-${at}`, ...change(at) }));

test('no review is a sentence, ten are a period, and twenty in two quarters two', async () => {
  const none = releaseOf([]);
  for (const name of CHART_NAMES) {
    assert.deepEqual(await checkChart(name, none), []);
    assert.match(await fileOf(none, `/charts/${name}.svg`), /There are no verified reviews yet/);
  }
  const inTwo = (at: number) => ({ datePublished: at % 2 ? '2026-02-01' : '2026-05-01' });
  for (const [count, periods] of [
    [10, 1],
    [20, 2],
    [29, 2],
  ] as const) {
    const rows = await checkChart('rating', releaseOf(ratings(count, inTwo)));
    assert.equal(rows.length, periods, `${count}`);
  }
});

test('ratings that are all alike have an interval, and ten thousand of forty years few marks', async () => {
  const [alike] = await checkChart('rating', releaseOf(ratings(30)));
  assert.deepEqual(alike?.values.slice(2), [30, 5, 4.55, 5]);
  const many = releaseOf(
    ratings(10_000, (at) => ({
      datePublished: `${1987 + (at % 40)}-06-01`,
      rating: 1 + (at % 9) / 2,
      source: { name: `Source ${at % 60}` },
    })),
  );
  assert.equal((await checkChart('rating', many)).length, 40);
  assert.equal((await checkChart('sources', many)).length, 60);
  const drawn = readSvg(await fileOf(many, '/charts/sources.svg'));
  assert.equal(drawn.filter(({ name }) => name === 'circle').length, 12);
});
