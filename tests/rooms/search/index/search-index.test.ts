import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { Counts } from '#search/facet-counts.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexDocuments } from '#search/index/index-documents.ts';
import type { SearchIndex } from '#search/index/search-index.ts';
import {
  finishSteps,
  foldText,
  type PageQuery,
  type SearchDocument,
  SORTS,
} from '#search/search.ts';
import {
  countDocument,
  createMatcher,
} from '../../../../scripts/lab/bench/search/scan-documents.ts';
import {
  documents,
  filtersFor,
  makeManyDocuments,
  openIndex,
  placeOf,
  scanDocuments,
  sortNewestFirst,
  WORDS,
  withTexts,
} from '../search-samples.ts';

/** Fragments, phrases and texts across two words, common and rare. */
const QUERIES =
  "the|one of the|e of|e | |. |, the|e t|the | the |ne|x|n't|cafe|of the best|phone of the best time|the the the|rare1|rare10 |e. The|!| - |s|service. one of|t, b|it the one of the|ne of|time! a|CAFÉ|zqxjk|the zqxjk|".split(
    '|',
  );

function assertEqualToScan(index: SearchIndex, all: readonly SearchDocument[], query: PageQuery) {
  const { total, positions } = finishSteps(index.search(query));
  assert.deepEqual({ total, positions }, scanDocuments(all, query), JSON.stringify(query));
}

/** Statistics, and matching titles, are those of a look at each document. */
function assertCountsAll(index: SearchIndex, all: readonly SearchDocument[], query: PageQuery) {
  const counts = new Counts();
  const { positions } = scanDocuments(all, { ...query, after: undefined, limit: all.length });
  for (const at of positions) countDocument(counts, all[at] ?? assert.fail());
  assert.deepEqual(figuresOf(finishSteps(index.count(query))), figuresOf(counts));
  const text = foldText(query.query ?? '');
  const passes = createMatcher({ ...query, words: undefined, query: undefined });
  const titled = [...all.keys()].filter((at) => {
    const document = all[at];
    return document && text !== '' && passes(document) && foldText(document.title).includes(text);
  });
  assert.deepEqual(finishSteps(index.findTitles(query)), titled);
}

function figuresOf({ total, facets }: Counts) {
  const sums = [['', total] as const, ...facets].sort(([a], [b]) => (a < b ? -1 : 1));
  return sums.map(([name, { count, mean }]) => [name, count, mean]);
}

test('the index finds what a look at each document finds, whatever is asked, also after edits', () => {
  const sample = fc.tuple(documents, documents).chain(([before, added]) => {
    // Places are those of documents before the edit, which may be gone.
    const kept = before.filter((_, at) => at % 3 > 0);
    const all = sortNewestFirst([...kept, ...added]);
    const searches = fc.array(filtersFor([...before, ...all]), { minLength: 20, maxLength: 20 });
    return fc.tuple(fc.constant(all), fc.constantFrom(1, 7, 64), searches);
  });
  fc.assert(
    fc.property(sample, ([all, size, searches]) => {
      const index = openIndex(all, size);
      for (const query of searches) {
        assertEqualToScan(index, all, query);
        assertCountsAll(index, all, query);
      }
    }),
    { numRuns: 250 },
  );
});

test('the index finds what a look at each document finds, of common and rare texts and words', () => {
  const all = makeManyDocuments(1500);
  const index = openIndex(all);
  const asked = [...QUERIES.map((query) => ({ query })), ...WORDS.map((words) => ({ words }))];
  for (const text of asked) {
    assertEqualToScan(index, all, { ...text, limit: 20 });
    assertEqualToScan(index, all, { ...text, limit: 20, min_rating: 3, since: '2018-01-01' });
    assertEqualToScan(index, all, { ...text, limit: 20, rating: 4.5, until: '2016-12-31' });
    const facets = ['technician:Ann Lee', 'service:repair'];
    assertEqualToScan(index, all, { ...text, limit: 3, sort: 'oldest', facets });
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
    finishSteps(openIndex(all).search({ sort, query, limit: 9 }))
      .positions.map((position) => all[position]?.id)
      .join('');
  for (const query of [undefined, 'a']) {
    assert.equal(idsBy('highest', query), 'eabdc');
    assert.equal(idsBy('lowest', query), 'dceab');
  }
});

test('pages follow one another in every order, and together are all that is found', () => {
  const all = makeManyDocuments(6000);
  const index = openIndex(all);
  for (const sort of SORTS) {
    for (const [filters, limit] of [
      [{}, 700],
      // Few of a group are hits, and then many.
      [{ query: 'rare', min_rating: 2 }, 3],
      [{ facets: ['service:repair'] }, 700],
      [{ since: '2017-01-01', until: '2021-12-31' }, 300],
      [{ words: 'rare best', facets: ['technician:Zoë Muñoz'], until: '2023-01-01' }, 2],
    ] as const) {
      const whole = scanDocuments(all, { ...filters, sort, limit: all.length });
      const walked: number[] = [];
      for (let after: PageQuery['after']; ; ) {
        const page = finishSteps(index.search({ ...filters, sort, after, limit }));
        assert.equal(page.total, whole.total);
        walked.push(...page.positions);
        const last = all[page.positions.at(-1) ?? -1];
        if (!last) break;
        after = placeOf(last, sort);
      }
      assert.deepEqual(walked, whole.positions, `${sort} ${JSON.stringify(filters)}`);
    }
  }
});

test('the index finds documents beyond the first 65,536', () => {
  const all = withTexts(
    Array.from({ length: 70_001 }, (_, i) => (i % 1000 === 1 ? `one of ${i}` : `many, ${i % 7}`)),
  );
  const index = openIndex(all, 4096);
  for (const query of ['70000', '69001', 'one of 6', 'many, 3', 'y, ', '6900', 'y', 'f 69001']) {
    assertEqualToScan(index, all, { query, limit: 10_000 });
  }
});

test('the index finds nothing in no documents', () => {
  const index = openIndex([]);
  for (const query of [undefined, ...QUERIES]) {
    const filters = query === undefined ? { limit: 20 } : { query, limit: 20 };
    assert.deepEqual(finishSteps(index.search(filters)), { total: 0, positions: [] });
  }
});

test('the index finds one document by any part of it', () => {
  const body = 'It’s “done” — 10% off, 👍🏽!';
  const all = withTexts([body]);
  const index = openIndex(all);
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
  ['takes half an emoji for no part of one', ['x 😀', '\ude00'], { '\ud83d': [1], '😀': [0] }],
] as const) {
  test(`the index ${what}`, () => {
    const all = withTexts(texts);
    for (const [query, positions] of Object.entries(found)) {
      const found = finishSteps(openIndex(all).search({ query, limit: 9 }));
      assert.deepEqual(found.positions, positions, query);
    }
  });
}

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  workerData.index.body.documents[0] = 7;
  parentPort.postMessage(workerData.index.body.pieces[0].length);
`;

test('an index crosses to another thread without a copy', async () => {
  const index = buildSearchIndex([indexDocuments(makeManyDocuments(50))]);
  const url = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
  const worker = new Worker(url, { workerData: { index } });
  const [length] = await once(worker, 'message');
  assert.equal(length, index.body.pieces[0]?.length);
  assert.equal(index.body.documents[0], 7);
  await worker.terminate();
});
