import { IRREGULAR_WORDS } from './irregular-words.ts';
import { wordSet } from './word-set.ts';

const AUXILIARIES = wordSet(`
  am is are was were be been being has have had do does did will would shall should can could may
  might must cannot dont doesnt didnt wont wouldnt cant couldnt isnt arent wasnt werent hasnt
  havent hadnt
`);
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

/** Verbs of reviews in the forms that have a subject and do not end in -ed; what is rather a noun is left out. */
const FINITE = wordSet(`
  beware answer answers appreciate appreciates ask asks avoid avoids began begin begins bought
  bring brings broke brought built call calls came care cared cares charge charges chose come
  comes cost costs cut deliver delivers deserve deserves drew drove expect expects explain
  explains feel feels fell felt fight fights find finds flew forgot fought found gave get gets
  give gives go goes got grew handle handles hate hates hear heard hears held help helps hire
  hires hit hold hung hurt keep keeps kept knew know knows leave leaves led left lent let lets lie
  lied lies like liked likes listen listens look looks lose loses lost love loved loves made make
  makes mean means meant meet meets met need needs offers paid pay pays put ran rang read reading
  reads recommend recommends respond responds return returns rings rocks rose rules run runs said
  sat saw say says see seem seems sees send sent set shook showed shown sits slept sold sounded
  speak speaks spend spent spoke stand stands stay stays stole stood stuck take takes talk talks
  taught tell tells thank thanks think thinks thought threw told took treat treats tries trust
  trusts try turn turns understand understands understood use uses wait waits want wants wears
  went win wins won wore work worked works write writes wrote
`);
/** Three letters before keep out “red”, “bed” and “need”. */
const PAST = /^\p{L}{3,}ed$/u;

/** Whether a folded word may be what a sentence says of its subject: generous, for want of grammar. */
export function isPredicate(word: string): boolean {
  return isAuxiliary(word) || FINITE.has(word) || PAST.test(word);
}
