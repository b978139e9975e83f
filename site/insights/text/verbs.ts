import { IRREGULAR_WORDS } from '#insights/aspects/irregular-words.ts';

const AUXILIARIES: ReadonlySet<string> = new Set(
  `am is are was were be been being has have had do does did will would shall should can could may might
   must cannot dont doesnt didnt wont wouldnt cant couldnt isnt arent wasnt werent hasnt havent hadnt`.match(
    /\S+/g,
  ),
);
const CONTRACTED = /(?:n't|^(?:i|we|you|they|he|she|it|that|there|who)'(?:s|m|re|ve|d|ll))$/;

/** Whether a folded word is an auxiliary verb, negated or not, or holds one, as “they’re” does. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word) || CONTRACTED.test(word);
}

/** Of the irregular words those that have a participle; the others are nouns and adjectives. */
const IRREGULAR_VERBS: ReadonlySet<string> = new Set(
  [...IRREGULAR_WORDS].flatMap(([word, forms]) =>
    forms.some((form) => form.endsWith('ing')) ? [word] : [],
  ),
);

/** Whether a folded word may be a verb in the past, as one sees by its form. */
export function isVerb(word: string): boolean {
  return IRREGULAR_VERBS.has(word) || /[^e]ed$/.test(word);
}
