import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { countDocument, createCounts } from '#search/facet-counts.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { collectHits } from '#search/index/collect-hits.ts';
import { HitSet } from '#search/index/document-sets.ts';
import { type AddedDocument, EditedSearchIndex } from '#search/index/edited-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { cutTerms } from '#search/index/text/tokenize.ts';
import { SORTS } from '#search/question/order.ts';
import {
  createMatcher,
  createTitleMatcher,
  finishSteps,
  type PageQuery,
  type Searchable,
  type SearchDocument,
} from '#search/search.ts';
import { runs } from '../../../support/at-length.ts';
import {
  documents,
  filtersFor,
  makeManyDocuments,
  scanDocuments,
  sortNewestFirst,
  text,
  withTexts,
} from '../search-samples.ts';

/** Fragments, phrases and texts across two terms, common and rare. */
const QUERIES =
  "the|one of the|e of|e | |. |, the|e t|the | the |ne|x|n't|cafe|of the best|phone of the best time|the the the|rare1|rare10 |e. The|!| - |s|service. one of|t, b|it the one of the|ne of|time! a|CAFÉ|zqxjk|the zqxjk|".split(
    '|',
  );

function open(all: readonly SearchDocument[]): SearchIndex {
  return new SearchIndex(buildSearchIndex(all));
}

function assertEqualToScan(index: SearchIndex, all: readonly SearchDocument[], filters: PageQuery) {
  assert.deepEqual(index.search(filters), scanDocuments(all, filters), JSON.stringify(filters));
}

/** Statistics, and matching titles, are those of a look at each document. */
function assertCountsAll(index: Searchable, all: readonly SearchDocument[], query: PageQuery) {
  const counts = createCounts();
  for (const document of all.filter(createMatcher(query))) countDocument(counts, document);
  const counted = finishSteps(index.countInSteps(query));
  assert.deepEqual(counted.ratings, counts.ratings);
  assert.deepEqual(sorted(counted.months), sorted(counts.months));
  assert.deepEqual(sorted(counted.facets), sorted(counts.facets));
  const titles = all.filter(createTitleMatcher(query)).length;
  assert.equal(finishSteps(index.countTitlesInSteps(query)), titles);
}

function sorted<Value>(map: ReadonlyMap<string, Value>) {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

test('the index finds what a scan finds, whatever the texts and filters', () => {
  const sample = documents.chain((all) => {
    const searches = fc.array(filtersFor(all), { minLength: 10, maxLength: 30 });
    return fc.tuple(fc.constant(all), searches);
  });
  fc.assert(
    fc.property(sample, ([all, searches]) => {
      const index = open(all);
      for (const query of searches) {
        assertEqualToScan(index, all, query);
        assertCountsAll(index, all, query);
      }
    }),
    { numRuns: runs(250) },
  );
});

test('an edited index finds what a scan of the current documents finds', () => {
  const sample = fc
    .tuple(documents, documents, fc.array(fc.nat(79), { maxLength: 20 }))
    .chain(([indexed, added, removed]) => {
      const gone = new Set(removed.filter((position) => position < indexed.length));
      const kept = indexed.filter((_, position) => !gone.has(position));
      const current = sortNewestFirst([...added, ...kept]);
      const edits = {
        removed: [...gone].sort((a, b) => a - b),
        added: current.flatMap((document, position): AddedDocument[] =>
          added.includes(document) ? [{ position, document }] : [],
        ),
      };
      const searches = fc.array(filtersFor(current), { minLength: 5, maxLength: 10 });
      return searches.map((all) => ({ indexed, current, edits, searches: all }));
    });
  fc.assert(
    fc.property(sample, ({ indexed, current, edits, searches }) => {
      const index = new EditedSearchIndex(open(indexed), edits);
      assert.equal(index.size, current.length);
      for (const query of searches) {
        assert.deepEqual(index.search(query), scanDocuments(current, query));
        assertCountsAll(index, current, query);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('the index finds what a scan finds where common fragments and phrases have rows', () => {
  const all = makeManyDocuments(6000);
  const index = open(all);
  for (const query of QUERIES) {
    assertEqualToScan(index, all, { query, limit: 20 });
    assertEqualToScan(index, all, { query, limit: 20, min_rating: 3, since: '2018-01-01' });
    assertEqualToScan(index, all, { query, limit: 20, rating: 4.5, until: '2016-12-31' });
    assertEqualToScan(index, all, {
      query,
      limit: 3,
      facets: ['technician:Ann Lee', 'service:repair'],
    });
  }
});

test('reviews with equal stars are listed newest first, then by id', () => {
  const [one] = withTexts(['a']);
  assert.ok(one);
  const all = [
    { ...one, id: 'd', date: '2026-01-02', rating: 4 },
    { ...one, id: 'e', date: '2026-01-02', rating: 5 },
    { ...one, id: 'a', date: '2025-01-01', rating: 5 },
    { ...one, id: 'b', date: '2025-01-01', rating: 5 },
    { ...one, id: 'c', date: '2024-01-01', rating: 4 },
  ];
  const idsBy = (sort: PageQuery['sort'], query?: string) =>
    open(all)
      .search({ sort, query, limit: 9 })
      .positions.map((position) => all[position]?.id)
      .join('');
  for (const query of [undefined, 'a']) {
    assert.equal(idsBy('highest', query), 'eabdc');
    assert.equal(idsBy('lowest', query), 'dceab');
  }
});

test('pages follow one another in every order, and together are all that is found', () => {
  const all = makeManyDocuments(6000);
  const index = open(all);
  for (const sort of SORTS) {
    for (const [filters, limit] of [
      [{}, 700],
      // Few of a group are hits, and then many.
      [{ query: 'rare', min_rating: 2 }, 3],
      [{ facets: ['service:repair'] }, 700],
      [{ facets: ['service:repair'] }, 30],
      [{ since: '2017-01-01', until: '2021-12-31' }, 300],
      [{ facets: ['technician:Zoë Muñoz'] }, 4],
      [{ facets: ['service:repair', 'technician:Zoë Muñoz'], until: '2023-01-01' }, 2],
    ] as const) {
      const whole = scanDocuments(all, { ...filters, sort, limit: all.length });
      const walked: number[] = [];
      for (let after: PageQuery['after']; ; ) {
        const page = index.search({ ...filters, sort, after, limit });
        assert.equal(page.total, whole.total);
        walked.push(...page.positions);
        const last = page.positions.at(-1);
        if (last === undefined) break;
        after = index.placeOf(last, sort);
      }
      assertCountsAll(index, all, { ...filters, limit });
      assert.deepEqual(walked, whole.positions, `${sort} ${JSON.stringify(filters)}`);
    }
  }
});

test('the index finds documents beyond the first 65,536', () => {
  const all = withTexts(
    Array.from({ length: 70_001 }, (_, i) => (i % 1000 === 1 ? `one of ${i}` : `many, ${i % 7}`)),
  );
  const index = open(all);
  for (const query of ['70000', '69001', 'one of 6', 'many, 3', 'y, ', '6900', 'y', 'f 69001']) {
    assertEqualToScan(index, all, { query, limit: 10_000 });
  }
});

test('the index finds nothing in no documents', () => {
  const index = open([]);
  for (const query of [undefined, ...QUERIES]) {
    const filters = query === undefined ? { limit: 20 } : { query, limit: 20 };
    assert.deepEqual(index.search(filters), { total: 0, positions: [] });
  }
});

test('the index finds one document by any part of it', () => {
  const body = 'It’s “done” — 10% off, 👍🏽!';
  const all = withTexts([body]);
  const index = open(all);
  for (let start = 0; start < body.length; start++) {
    for (let end = start; end <= body.length; end++) {
      assertEqualToScan(index, all, { query: body.slice(start, end), limit: 1 });
    }
  }
});

for (const [what, texts, found] of [
  [
    'folds the query and the text alike',
    ['Straße in Zürich', 'MUÑOZ’S café', 'ﬁne ΟΔΟΣ'],
    { STRASSE: [0], "munoz's CAFE\u0301": [1], 'fine οδος': [2] },
  ],
  [
    'does not find a phrase across two documents',
    ['ends with one', ' of the next', 'one of the same'],
    { 'one of the': [2], 'e of': [2] },
  ],
  [
    'distinguishes a separator from one that begins like it',
    ['stop. go', 'stop.. go', 'stop. - go', 'stop.'],
    { 'stop. go': [0], 'p. ': [0, 2], 'p.': [0, 1, 2, 3], '. ': [0, 1, 2] },
  ],
  [
    'takes any white space, on either side, for one blank',
    ['called me\nback', 'called\r\n\r\n me \tback', 'called me. back', 'calledme back'],
    {
      'called me back': [0, 1],
      'called  me\u00a0back': [0, 1],
      'd me b': [0, 1],
      ' \n': [0, 1, 2, 3],
    },
  ],
  [
    'takes letters with a stroke, pairs and fractions for plain ones',
    ['Đã gọi Øystein', 'ŁÓDŹ, mediæval', 'ƒull ½'],
    { 'da goi oy': [0], 'lodz, mediae': [1], æv: [1], 'l 1/2': [2], '½': [2], þ: [] },
  ],
  ['finds all by a query that folds to nothing', ['a', '', 'b'], { '\u0301\u0302': [0, 1, 2] }],
  [
    'finds half an emoji where the query is half an emoji',
    ['x 😀', '\ude00', 'none'],
    { '\ud83d': [0], '\ude00': [0, 1], '😀': [0], 'x \ud83d': [0] },
  ],
] as const) {
  test(`the index ${what}`, () => {
    const all = withTexts(texts);
    for (const [query, positions] of Object.entries(found)) {
      assertEqualToScan(open(all), all, { query, limit: 9 });
      assert.deepEqual(open(all).search({ query, limit: 9 }).positions, positions, query);
    }
  });
}

test('the index refuses documents that are not newest first, or have an impossible rating', () => {
  const [one] = withTexts(['a']);
  assert.ok(one);
  const older = { ...one, date: '2020-01-01' };
  assert.throws(() => buildSearchIndex([older, one]), /Document 1 comes before/);
  assert.throws(() => buildSearchIndex([{ ...one, rating: 4.2 }]), /rating 4.2/);
});

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { buildSearchIndex } = await import(workerData.build);
  const { listBuffers } = await import(workerData.data);
  const index = buildSearchIndex(workerData.documents);
  const buffers = listBuffers(index);
  parentPort.postMessage(index, buffers);
  if (buffers.some((buffer) => !buffer.detached)) throw new Error('A buffer was copied.');
`;

test('an index is built in a worker thread and handed over without copies', async () => {
  const documents = makeManyDocuments(500);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`), {
    workerData: {
      documents,
      build: import.meta.resolve('#search/index/build-search-index.ts'),
      data: import.meta.resolve('#search/index/index-data.ts'),
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<SearchIndexData>();
  worker.once('message', resolve);
  worker.once('error', reject);
  assert.deepEqual(await promise, buildSearchIndex(documents));
  await worker.terminate();
});

const SIZE = 120_000;
const ALL = { range: { start: 0, end: SIZE }, masks: [] };
const PAGE = { order: undefined, from: undefined, limit: SIZE };

test('all hits are listed once, in steps and in order, and the set is empty afterwards', () => {
  const hits = new HitSet(SIZE);
  hits.addAll(ALL.range);
  const steps = collectHits(hits, ALL, PAGE);
  for (let step = 1; step < 3; step++) assert.equal(steps.next().done, false);
  const { total, positions } = finishSteps(steps);
  assert.equal(total, SIZE);
  assert.deepEqual(positions, [...Array(SIZE).keys()]);
  assert.equal(finishSteps(collectHits(hits, ALL, PAGE)).total, 0);
});

test('a text is cut after each word, and terms put together are the text', () => {
  const cut = cutTerms("it's, well -- up-to-date.");
  assert.deepEqual(cut, ["it's", ', well', ' --', ' up-to-date', '.']);
  assert.deepEqual(cutTerms(' a  b '), [' a', '  b', ' ']);
  assert.deepEqual(cutTerms('日本。語'), ['日本', '。語']);
  assert.deepEqual(cutTerms(''), []);
  fc.assert(fc.property(text, (whole) => assert.equal(cutTerms(whole).join(''), whole)));
});

test('a part of a text is cut where the text is cut', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (whole, start, length) => {
      const part = whole.slice(start, start + length);
      const cutsOf = (terms: readonly string[], offset: number) => {
        let at = offset;
        return terms.map((term) => (at += term.length));
      };
      const inWhole = cutsOf(cutTerms(whole), 0);
      const end = start + part.length;
      const inside = (cut: number) => cut > start && cut < end;
      assert.deepEqual(cutsOf(cutTerms(part), start).filter(inside), inWhole.filter(inside));
    }),
  );
});
