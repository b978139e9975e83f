import fc from 'fast-check';
import { comparePlaces, placeOf, SORTS } from '#search/question/order.ts';
import {
  createMatcher,
  type PageQuery,
  type SearchDocument,
  type SearchHits,
} from '#search/search.ts';

// What makes cuts, folding and windows go wrong, if anything does.
const PIECES = [
  "a|b|e|t|the|one|of| |  |, |. |!|!!|...|\n|\t|'|-|’|—|é|e\u0301|\u0301|ß|ſ|ς|Σ|İ|ﬁ|½",
  '|😀|\ud83d|\ude00|中|文字|。|한|\u1112|مرحبا|ไทย|\u200d|\u00a0|\0|\uffff| the |one of the ',
  '|The end|5|10%|"|đ|Ø|Ł|æ|Œ|ı|þ|ẞ|/|⁄|  | \n|\r\n|\u2028|\u3000|´',
]
  .join('')
  .split('|');

const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((all) => all.join(''));

/** Text of a few pieces over and over, so that much of it matches. */
export const text = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const date = fc.constantFrom('2019-12-31', '2020-01-01', '2020-02-29', '2021-07-15', '2024-10-01');
const rating = fc.constantFrom(1, 1.5, 2, 3, 4, 4.5, 5);

/** Facets, as those of reviews are written; the index does not look into them. */
const FACETS = ['technician:Ann Lee', 'technician:Zoë Muñoz', 'service:repair', 'range:es', 'x'];

const document: fc.Arbitrary<Omit<SearchDocument, 'id'>> = fc.record({
  title: text,
  body: text,
  rating,
  date,
  facets: fc.subarray(FACETS),
});

/** Documents, newest first. */
export const documents = fc
  .array(fc.tuple(document, fc.uuid()), { maxLength: 80 })
  .map((all) => sortNewestFirst(all.map(([one, id]) => ({ ...one, id }))));

/** Questions, of which the text is often a part of some document's, and the place that of some. */
export function filtersFor(all: readonly SearchDocument[]): fc.Arbitrary<PageQuery> {
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
  const asked = fc.record(
    {
      query: fc.oneof(part, part, changed, text),
      rating: fc.oneof(rating, fc.constantFrom(0, 3.7, 6)),
      min_rating: fc.oneof(rating, fc.constantFrom(0, 3.7, 6)),
      max_rating: fc.oneof(rating, fc.constantFrom(0, 3.7, 6)),
      since: date,
      until: date,
      facets: fc.oneof(fc.subarray(FACETS), fc.constant(['technician:Nobody'])),
      sort: fc.constantFrom(...SORTS),
      limit: fc.constantFrom(0, 1, 5, 1000),
    },
    { requiredKeys: ['limit'] },
  );
  const place = fc.record({ rating, date, id: fc.uuid() });
  const stands = fc.constantFrom(undefined, ...all);
  return fc.tuple(asked, stands, fc.option(place)).map(([query, document, anywhere]) => {
    const { sort = 'newest' } = query;
    const stood = document ?? anywhere;
    return stood ? { ...query, after: placeOf(stood, sort) } : query;
  });
}

/** Puts documents in the order in which they are indexed. */
export function sortNewestFirst(all: readonly SearchDocument[]): SearchDocument[] {
  return all.toSorted((a, b) =>
    comparePlaces(placeOf(a, 'newest'), placeOf(b, 'newest'), 'newest'),
  );
}

/** Documents with these texts, all of the same day. */
export function withTexts(texts: readonly string[]): SearchDocument[] {
  return texts.map((body, position) => ({
    id: idAt(position),
    title: '',
    body,
    rating: 5,
    date: '2024-01-01',
    facets: [],
  }));
}

/** Ids in the order of positions. */
function idAt(position: number): string {
  return `test-${String(position).padStart(7, '0')}`;
}

/** Numbers in a known order, from 0 to below `bound`. */
function createDice(seed: number): (bound: number) => number {
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
      id: idAt(position),
      title: dice(3) === 0 ? body.slice(0, 12) : '',
      body,
      rating: 1 + dice(9) / 2,
      date: `20${String(24 - Math.floor((position / size) * 10)).padStart(2, '0')}-06-15`,
      facets: [
        ...(dice(4) === 0 ? ['technician:Ann Lee'] : []),
        ...(dice(3) === 0 ? ['service:repair'] : []),
        ...(position % 400 === 7 ? ['technician:Zoë Muñoz'] : []),
        'source:Google',
      ],
    });
  }
  return all;
}

/** A page of documents found by a look at each: the oracle of the index. */
export function scanDocuments(
  documents: readonly SearchDocument[],
  query: PageQuery,
  foldBody?: (body: string) => string,
): SearchHits {
  const { sort = 'newest', after, limit } = query;
  const matches = createMatcher(query, foldBody);
  const found = documents.flatMap((document, position) =>
    matches(document) ? [{ position, place: placeOf(document, sort) }] : [],
  );
  const onPage = found
    .toSorted((a, b) => comparePlaces(a.place, b.place, sort))
    .filter(({ place }) => after === undefined || comparePlaces(place, after, sort) > 0);
  return {
    total: found.length,
    positions: onPage.slice(0, limit).map(({ position }) => position),
  };
}
