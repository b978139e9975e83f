import type { SearchDocument } from '#search/search.ts';
import { makeFacets } from './made-up-facets.ts';
import { ADJECTIVES, createRandom, NAMES, NOUNS, VERBS } from './word-lists.ts';

const DAYS = 6 * 365;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const MILLISECONDS_A_DAY = 86_400_000;
const TYPOS_A_DOCUMENT = 0.25;
const MEAN_LENGTH = 700;

// N noun, A adjective, V verb, P name, 9 number; all else is as it stands. Half of what people
// write are the same turns of phrase.
const CLAUSES = `the N was A|the N was very A|they V the N|we had a A N|it's a A N|it was a A N
one of the A N in P|one of the best N we have used|there was a A N in the N|there was no N
I would recommend them to anyone|would recommend this N|the N V on time|P V on time|P was A and A
he V the N and V it|she V us about the N|we V P for the N|the N of the N was A|at the end of the N
the N didn't V|I can't say enough about the N|they were A, A and A|our N is A again|thanks to P and the N
after 9 days the N V|it took 9 hours|for the first time|in the middle of the N|a good selection of N
as well as the N|it is A (and A)|the A N of P|my N V that the N was A|we will call them again
the price was A for the N|all of the N was in order|from start to finish|I was told that P V|which was A`
  .split(/[|\n]/)
  .map((clause) => clause.split(' '));
const JOINERS = [' and ', ', ', ', and ', ', but ', ' because ', '; ', ' - ', ' when '];
const ENDS = ['. ', '. ', '. ', '. ', '. ', '! ', '!! ', '... ', '? ', '.\n'];

/** Draws from a list, the n-th as often as 1 in n (Zipf), from a table of fixed size. */
function createDraw(list: readonly string[], random: () => number): () => string {
  const table: string[] = [];
  const harmonic = list.reduce((sum, _, i) => sum + 1 / (i + 2), 0);
  for (const [i, word] of list.entries()) {
    const share = Math.max(1, Math.round((2 ** 17 / harmonic) * (1 / (i + 2))));
    for (let times = 0; times < share; times++) table.push(word);
  }
  return () => table[Math.floor(random() * table.length)] ?? '';
}

/**
 * Makes up reviews in English, newest first: always the same for a size. Words follow Zipf's law,
 * phrases and punctuation recur, and typos add to the vocabulary without end.
 */
export function* makeDocuments(size: number): Generator<SearchDocument> {
  const random = createRandom(size);
  const pick = <Item>(from: readonly Item[]) => from[Math.floor(random() * from.length)];
  const draws: Readonly<Record<string, () => string>> = {
    N: createDraw(NOUNS, random),
    A: createDraw(ADJECTIVES, random),
    V: createDraw(VERBS, random),
    P: createDraw(NAMES, random),
    9: () => String(2 + Math.floor(random() * 60)),
  };
  const clause = () =>
    (pick(CLAUSES) ?? []).map((part) => draws[part.charAt(0)]?.().concat(part.slice(1)) ?? part);
  const sentence = () => {
    let text = clause().join(' ');
    while (random() < 0.45) text += (pick(JOINERS) ?? '') + clause().join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1) + (pick(ENDS) ?? '');
  };
  let ids: string[] = [];
  for (let position = 0; position < size; position++) {
    const length = MEAN_LENGTH * (0.1 + 1.75 * random());
    let body = '';
    while (body.length < length) body += sentence();
    if (random() < TYPOS_A_DOCUMENT) body = addTypo(body, random);
    const day = dayOf(position, size);
    if (ids.length === 0) ids = makeIds(position, size, random);
    const rating = pick([1, 1, 2, 3, 4, 4, 4.5, 5, 5, 5, 5, 5, 5]) ?? 5;
    yield {
      id: ids.shift() ?? '',
      title: '',
      body: body.trimEnd(),
      rating,
      date: new Date(FIRST_DAY + day * MILLISECONDS_A_DAY).toISOString().slice(0, 10),
      facets: makeFacets(rating, random),
    };
  }
}

function dayOf(position: number, size: number): number {
  return Math.floor(((size - 1 - position) / size) * DAYS);
}

/** The ids of the reviews of one day, from a position on: they say nothing about the order of days. */
function makeIds(first: number, size: number, random: () => number): string[] {
  const ids: string[] = [];
  for (let at = first; at < size && dayOf(at, size) === dayOf(first, size); at++) {
    const digits = Math.floor(random() * 36 ** 4)
      .toString(36)
      .padStart(4, '0');
    // The position makes each the only one.
    ids.push(`google-${digits}${at.toString(36).padStart(4, '0')}`);
  }
  return ids.sort();
}

function addTypo(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + String.fromCharCode(97 + random() * 26) + text.slice(at + 1);
}
