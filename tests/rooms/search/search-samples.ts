import fc from 'fast-check';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import { formsOf } from '#insights/text/inflect-word.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexDocuments } from '#search/index/index-documents.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import {
  foldText,
  type PageQuery,
  type Place,
  type SearchDocument,
  SORTS,
  type Sort,
} from '#search/search.ts';
import { createMatcher } from '../../../scripts/lab/bench/search/scan-documents.ts';

/** An index of documents, put together of parts of this size. */
export function openIndex(all: readonly SearchDocument[], size = 64): SearchIndex {
  const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    indexDocuments(all.slice(at * size, (at + 1) * size)),
  );
  const dates = all.map(({ date }, at) => ({ date, count: at + 1 }));
  const last = dates.filter(({ date }, at) => dates[at + 1]?.date !== date);
  return new SearchIndex(buildSearchIndex(parts), {
    datePrefixes: last,
    halfStars: Uint8Array.from(all, ({ rating }) => rating * 2),
    ids: all.map(({ id }) => id),
  });
}

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
  author: fc.oneof(text, fc.constantFrom('The One', "O'End")),
  rating,
  date,
  facets: fc.subarray(FACETS),
});

/** Documents, newest first. */
export const documents = fc
  .array(fc.tuple(document, fc.uuid()), { maxLength: 80 })
  .map((all) => sortNewestFirst(all.map(([one, id]) => ({ ...one, id }))));

/** Words and phrases, whole and unfinished, with signs of all kinds. */
export const WORDS = [
  ...['the best', 'services phoned', 'rare rare7 ann', 'Times', 'zqxjk cafés', 'of the', 'ends'],
  ...['"of the best"', '“the end” 5', '"one of', 'end "" best', '"the" "zqxjk e"', "'end'"],
  ...['中', '"文字" 10', '😀', '"مرحبا" the', 'end 😀', '"the one" "of the"', '"o\'end"', '"e'],
];

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
      words: fc.constantFrom(...WORDS),
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
    const stood = document ?? anywhere;
    // The rank of the best is not known here.
    const isRanked = query.words !== undefined && query.sort === undefined;
    return stood && !isRanked ? { ...query, after: placeOf(stood, query.sort) } : query;
  });
}

/** Puts documents in the order in which they are indexed. */
export function sortNewestFirst(all: readonly SearchDocument[]): SearchDocument[] {
  return all.toSorted((a, b) => compareTexts(b.date, a.date) || compareTexts(a.id, b.id));
}

/** Documents with these texts, all of the same day. */
export function withTexts(texts: readonly string[]): SearchDocument[] {
  return texts.map((body, position) => ({
    id: idAt(position),
    title: '',
    body,
    author: '',
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
      author: dice(9) === 0 ? 'Rare One' : 'Ann',
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

/** Where a document is in an order that does not depend on words. */
export function placeOf(
  { rating, date, id }: Pick<SearchDocument, 'rating' | 'date' | 'id'>,
  sort: Sort = 'newest',
): Place {
  return { key: sort === 'newest' || sort === 'oldest' ? date : rating, date, id };
}

function compare(a: Place, b: Place, isAscending: boolean): number {
  if (a.key !== b.key) return a.key < b.key === isAscending ? -1 : 1;
  return compareTexts(b.date, a.date) || compareTexts(a.id, b.id);
}

type Hits = { readonly total: number; readonly positions: readonly number[] };

/** A page of documents found by a look at each: the oracle of the index. */
export function scanDocuments(
  documents: readonly SearchDocument[],
  { words, ...query }: PageQuery,
  foldBody?: (body: string) => string,
): Hits {
  const { sort, after, limit } = query;
  const isAscending = sort === 'oldest' || sort === 'lowest';
  const matches = createMatcher(query, foldBody);
  const scores = words === undefined ? undefined : scoreWords(documents, words);
  const most = Math.max(...(scores ?? []).map(({ matched }) => matched));
  const found = documents.flatMap((document, position) => {
    const score = scores?.[position];
    if (!matches(document) || (score && (score.matched < most || most === 0))) return [];
    const place = placeOf(document, sort);
    const key = score && sort === undefined ? 256 * score.matched + score.titled : place.key;
    return [{ position, place: { ...place, key } }];
  });
  const onPage = found
    .toSorted((a, b) => compare(a.place, b.place, isAscending))
    .filter(({ place }) => after === undefined || compare(place, after, isAscending) > 0);
  return {
    total: found.length,
    positions: onPage.slice(0, limit).map(({ position }) => position),
  };
}

const LETTER = String.raw`[\p{L}\p{N}]`;
const UNSPACED = /[\p{Script=Han}\p{Script=Thai}]/u;

/** True if a folded text has a word in any form, or else what is sought as it is. */
function hasTerm(text: string, term: string, isPhrase: boolean): boolean {
  if (UNSPACED.test(term) || !new RegExp(LETTER, 'u').test(term)) return text.includes(term);
  if (!isPhrase) return !formsOf(term).isDisjointFrom(new Set(text.match(/[\p{L}\p{N}]+/gu)));
  return new RegExp(`(?<!${LETTER})${RegExp.escape(term)}(?!${LETTER})`, 'u').test(text);
}

/** How many of some words and phrases each document has, and its title: of grammar only two words. */
function scoreWords(documents: readonly SearchDocument[], words: string) {
  const parts = foldText(words).split('"');
  const isQuoted = (_: string, at: number) => at % 2 === 1 && at < parts.length - 1;
  const phrases = parts
    .filter(isQuoted)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
  const rest = parts.filter((one, at) => !isQuoted(one, at)).join(' ');
  const all = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => word !== 'the' && word !== 'of');
  const symbols = phrases.length + all.length > 0 ? [] : (rest.match(/\p{So}/gu) ?? []);
  const asked = telling.length + phrases.length > 0 ? telling : [...all, ...symbols];
  const terms = new Set([...phrases, ...asked]);
  return documents.map(({ title, body, author }) => {
    const texts = [title, body, author].map(foldText);
    const has = (some: readonly string[]) => (term: string) =>
      some.some((text) => hasTerm(text, term, phrases.includes(term)));
    const [matched, titled] = [texts, texts.slice(0, 1)].map((some) =>
      [...terms].filter(has(some)),
    );
    return { matched: matched?.length ?? 0, titled: titled?.length ?? 0 };
  });
}
