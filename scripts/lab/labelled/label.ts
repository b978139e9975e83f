/** The sides that an evaluation tells apart, in the order in which they are shown. */
export const LABELS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Label = (typeof LABELS)[number];

const SPELLINGS: ReadonlyMap<string, Label> = new Map([
  ['positive', 'positive'],
  ['pos', 'positive'],
  ['1', 'positive'],
  ['+1', 'positive'],
  ['neutral', 'neutral'],
  ['neu', 'neutral'],
  ['negative', 'negative'],
  ['neg', 'negative'],
  ['0', 'negative'],
  ['-1', 'negative'],
  ['mixed', 'mixed'],
]);

/** The label that a data file means, in any case; undefined where it is none. */
export function parseLabel(text: string): Label | undefined {
  return SPELLINGS.get(text.trim().toLowerCase());
}
