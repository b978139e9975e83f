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
