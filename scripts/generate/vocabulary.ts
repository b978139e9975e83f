import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Words = z.string().transform((text) => text.split(' '));
const Sentences = z.array(z.string());
const ByTone = z.record(z.enum(['praise', 'blame', 'plain', 'spanish']), Sentences);
export type Tone = keyof z.infer<typeof ByTone>;

const Vocabulary = z.object({
  nouns: Words,
  verbs: Words,
  adjectives: Words,
  adverbs: Words,
  nameStarts: Words,
  nameMiddles: Words,
  nameEnds: Words,
  firstNames: Words,
  emoji: Words,
  sentences: ByTone,
  titles: ByTone,
  replies: z.object({ praise: Sentences, blame: Sentences }),
});

/** The words and sentences of vocabulary.yaml. */
export const VOCABULARY = Vocabulary.parse(
  parse(readFileSync(join(import.meta.dirname, 'vocabulary.yaml'), 'utf8')),
);

const NAME_COUNT = 6000;

/** Returns invented proper names, such as Ashingfield. */
export function inventNames(): string[] {
  const { nameStarts, nameMiddles, nameEnds } = VOCABULARY;
  const parts = [nameStarts, ['', ...nameMiddles], nameEnds];
  return Array.from({ length: NAME_COUNT }, (_, rank) => {
    // The stride has no factor in common with the lengths, so that neighbors are not alike.
    let place = rank * 7919;
    return parts
      .map((list) => {
        const part = list[place % list.length];
        place = Math.floor(place / list.length);
        return part;
      })
      .join('');
  });
}
