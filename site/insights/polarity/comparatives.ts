/** What is compared, by the word of one piece that says so. */
const COMPARATIVES: ReadonlyMap<string, string> = new Map([
  ['better', 'good'],
  ['worse', 'bad'],
  ['happier', 'happy'],
  ...`calm cheap clean clear cold dirty dull easy fair fast fine firm fresh friendly gentle grand great
    hard helpful kind lazy loud lucky mean nice polite pretty proud quick quiet rude safe sharp
    simple sloppy slow smart smooth soft strong sweet thorough tidy tough warm weak wise`
    .split(/\s+/)
    .map((word): [string, string] => [`${word.replace(/y$/, 'i').replace(/e$/, '')}er`, word]),
]);

/** The words that compare. */
export const COMPARED_WORDS: readonly string[] = [...COMPARATIVES.keys(), 'more', 'less'];

/** A regular expression of a comparative, in the group `compared`; “more than” is none. */
export const COMPARED = `(?<compared>${[...COMPARATIVES.keys()].join('|')}|(?:more|less)(?! than))`;

/** The words for it without comparing: kinder is kind, more is nothing, and less is not. */
export function plainOf(compared: string): readonly string[] {
  if (compared === 'less') return ['not'];
  return compared === 'more' ? [] : [COMPARATIVES.get(compared) ?? compared];
}
