import fc from 'fast-check';
import {
  createMatcher,
  type SearchDocument,
  type SearchFilters,
  type SearchHits,
} from '#search/search.ts';

// What makes cuts, folding and windows go wrong, if anything does.
const PIECES = [
  "a|b|e|t|the|one|of| |  |, |. |!|!!|...|\n|\t|'|-|’|—|é|e\u0301|\u0301|ß|ſ|ς|Σ|İ|ﬁ|½",
  '|😀|\ud83d|\ude00|中|文字|。|한|\u1112|مرحبا|ไทย|\u200d|\u00a0|\0|\uffff| the |one of the ',
  '|The end|5|10%|"',
]
  .join('')
  .split('|');

const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((all) => all.join(''));

/** Text of a few pieces over and over, so that much of it matches. */
export const text = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const NAMES = ['Ann Lee', 'Bob Ray', 'Zoë Muñoz'];
const date = fc.constantFrom('2019-12-31', '2020-01-01', '2020-02-29', '2021-07-15', '2024-10-01');
const rating = fc.constantFrom(1, 1.5, 2, 3, 4, 4.5, 5);

const document: fc.Arbitrary<SearchDocument> = fc.record({
  body: text,
  rating,
  date,
  technicians: fc.subarray(NAMES),
  services: fc.subarray(['repair', 'tuning']),
});

/** Documents, newest first. */
export const documents = fc.array(document, { maxLength: 80 }).map(sortNewestFirst);

/** Filters, of which the text is often a part of some document's. */
export function filtersFor(all: readonly SearchDocument[]): fc.Arbitrary<SearchFilters> {
  const part = fc
    .record({
      body: fc.constantFrom('', ...all.map(({ body }) => body)),
      start: fc.nat(20),
      length: fc.nat(12),
    })
    .map(({ body, start, length }) => body.slice(start, start + length));
  const changed = fc
    .tuple(part, fc.constantFrom(...PIECES), fc.nat(12))
    .map(([query, piece, at]) => query.slice(0, at) + piece + query.slice(at + 1));
  return fc.record(
    {
      query: fc.oneof(part, part, changed, text),
      rating: fc.oneof(rating, fc.constantFrom(0, 3.7, 6)),
      min_rating: fc.oneof(rating, fc.constantFrom(0, 3.7, 6)),
      since: date,
      until: date,
      technician: fc.constantFrom(...NAMES, 'Nobody'),
      service: fc.constantFrom('repair', 'tuning', 'nothing'),
      limit: fc.constantFrom(0, 1, 5, 1000),
    },
    { requiredKeys: ['limit'] },
  );
}

/** Puts documents in the order in which they are indexed. */
export function sortNewestFirst(all: readonly SearchDocument[]): SearchDocument[] {
  return all.toSorted((a, b) => (a.date === b.date ? 0 : a.date > b.date ? -1 : 1));
}

/** Documents with these texts, all of the same day. */
export function withTexts(texts: readonly string[]): SearchDocument[] {
  const same = { rating: 5, date: '2024-01-01', technicians: [], services: [] };
  return texts.map((body) => ({ body, ...same }));
}

/** Numbers in a known order, from 0 to below `bound`. */
export function createDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % bound;
  };
}

/** Many documents of few words, so that every kind of row comes to be. */
export function makeManyDocuments(size: number): SearchDocument[] {
  const dice = createDice(size);
  const words = "the one of best phone time service a it café don't".split(' ');
  const gaps = [' ', ' ', ' ', ' ', ', ', '. ', ' - ', '! '];
  const all: SearchDocument[] = [];
  for (let position = 0; position < size; position++) {
    let body = '';
    for (let word = dice(12); word >= 0; word--) {
      body += (words[dice(words.length)] ?? '') + (gaps[dice(gaps.length)] ?? '');
    }
    if (dice(50) === 0) body += ` rare${dice(1000)}`;
    all.push({
      body,
      rating: 1 + dice(9) / 2,
      date: `20${String(24 - Math.floor((position / size) * 10)).padStart(2, '0')}-06-15`,
      technicians: dice(4) === 0 ? ['Ann Lee'] : [],
      services: dice(3) === 0 ? ['repair'] : [],
    });
  }
  return all;
}

/** Finds documents by checking each: the oracle of the index. */
export function scanDocuments(all: readonly SearchDocument[], filters: SearchFilters): SearchHits {
  const matches = createMatcher(filters);
  const found = [...all.entries()].flatMap(([at, document]) => (matches(document) ? [at] : []));
  return { total: found.length, positions: found.slice(0, filters.limit) };
}
