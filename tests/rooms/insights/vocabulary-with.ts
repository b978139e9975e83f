import type { Vocabulary } from '#dataset/annotate.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';

/** A vocabulary with some aspects, in which nobody is named. */
export function vocabularyWith(aspects: readonly Aspect[]): Vocabulary {
  return { aspects, trade: undefined, others: [], names: [], people: [], technicians: [] };
}
