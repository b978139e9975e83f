import type { SearchDocument } from '#search/search.ts';

// Words are real ones, and thousands of made-up ones to give Zipf its tail.

const ONSETS =
  'b c d f g h l m n p r s t v w br ch cl cr dr fl fr gr pl pr qu sh sl sp st str th tr';
const NUCLEI = 'a e i o u a e i o ai ea ee ie oa oo ou io';
const CODAS = '    n r s t l n r nd ng nt st ck ll m rd ve';
const ENDINGS = '    e ed er ing ion ity ly ment ness ous al able';

/** Nouns and, below, other words, the most frequent first. */
export const NOUNS = words(
  `service staff time technician job work price team company house office appointment system unit
  place experience kitchen door window water heater furnace call day morning week problem repair
  question estimate crew roof floor quality customer installation manager lounge garden wall
  bathroom yard fence garage pump filter thermostat leak pipe drain toilet faucet shower tank truck
  tool part warranty invoice deposit schedule weekend holiday neighbor family basement ceiling
  attic carpet paint cabinet counter sink luxury deluxe fireplace chimney gutter deck patio driveway`,
  4200,
  11,
);

export const ADJECTIVES = words(
  `good great friendly professional clean quick excellent nice new old prompt polite helpful fair
  honest courteous knowledgeable reasonable careful late rude dirty slow expensive cheap small big
  terrible amazing wonderful fantastic awful noisy quiet comfortable thorough reliable efficient
  enormous gorgeous spacious generous serious obvious previous various curious tremendous`,
  1600,
  23,
);

export const VERBS = words(
  `arrived fixed called explained installed replaced cleaned finished checked came worked answered
  repaired ordered delivered promised charged recommended inspected scheduled removed painted
  tested showed returned ignored cancelled quoted measured sealed handled responded`,
  1100,
  37,
);

export const NAMES = words(
  `Austin Denver Portland Dallas Springfield Riverside Maria John Café Zoë Muñoz Oakland Salem
  Georgetown Franklin Clinton Madison Arlington Ashland Dover`,
  900,
  53,
).map((name) => name.charAt(0).toUpperCase() + name.slice(1));

/** Numbers in a known order, from 0 to below 1 (Numerical Recipes, "quick and dirty"). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator repeat soon.
    return (state >>> 8) / 2 ** 24;
  };
}

function words(known: string, size: number, seed: number): readonly string[] {
  const random = createRandom(seed);
  const all = new Set(known.split(/\s+/));
  while (all.size < size) all.add(makeWord(random));
  return [...all];
}

function makeWord(random: () => number): string {
  const pick = (from: string) => {
    const parts = from.split(' ');
    return parts[Math.floor(random() * parts.length)] ?? '';
  };
  let word = '';
  const syllables = 1 + Math.floor(random() * 2);
  for (let i = 0; i < syllables; i++) word += pick(ONSETS) + pick(NUCLEI) + pick(CODAS);
  return word + pick(ENDINGS);
}

const DAYS = 6 * 365;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const MILLISECONDS_A_DAY = 86_400_000;
const TYPOS_A_DOCUMENT = 0.25;
const MEAN_LENGTH = 700;
export const TECHNICIANS = NAMES.slice(0, 24).map((name, i) => `${name} ${NAMES[40 + i] ?? ''}`);
export const SERVICES = NOUNS.slice(0, 12);

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
  for (let position = 0; position < size; position++) {
    const length = MEAN_LENGTH * (0.1 + 1.75 * random());
    let body = '';
    while (body.length < length) body += sentence();
    if (random() < TYPOS_A_DOCUMENT) body = addTypo(body, random);
    const day = Math.floor(((size - 1 - position) / size) * DAYS);
    yield {
      id: `bench-${String(position).padStart(8, '0')}`,
      title: '',
      body: body.trimEnd(),
      rating: pick([1, 1, 2, 3, 4, 4, 4.5, 5, 5, 5, 5, 5, 5]) ?? 5,
      date: new Date(FIRST_DAY + day * MILLISECONDS_A_DAY).toISOString().slice(0, 10),
      facets: [
        ...(random() < 0.4 ? [`technician:${pick(TECHNICIANS)}`] : []),
        ...(random() < 0.5 ? [`service:${pick(SERVICES)}`] : []),
      ],
    };
  }
}

function addTypo(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + String.fromCharCode(97 + random() * 26) + text.slice(at + 1);
}
