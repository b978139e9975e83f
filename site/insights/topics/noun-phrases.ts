import { wordSet } from '#insights/text/word-set.ts';

/** A word, or whatever parts words; a space and a hyphen within a word do not. */
const PARTS =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{N}\p{M}]+)*|\n\s*\n|[^\s\p{L}\p{N}-]|-(?=\s)/gu;
const WORD = /^[a-z]{2,30}$/;
// A name, as "Lufthansa" but not "TV", or a number, as "18" and "A380".
const NAME_OR_NUMBER = /^\p{Lu}\p{Ll}|\d/u;
// Endings of adverbs, of what was done and of opinions, but not of "family", "need" and "table".
const DESCRIBING_SHAPE =
  /^(?!family|supply).{2,}ly$|.{2}[^e]ed$|.{4}[ai]ble$|(?:ful|ous|less|iest)$/;

/**
 * The noun phrases of an English text that could name a topic: two or three nouns in a row after an
 * article, a pronoun or a preposition (and adjectives), up to a mark or a word of grammar. In lower
 * case, the last word in the singular. Without a dictionary it misses some rather than invent them.
 */
export function nounPhrasesIn(text: string): ReadonlySet<string> {
  const phrases = new Set<string>();
  let nouns: string[] | undefined;
  const end = () => {
    const last = nouns?.pop() ?? '';
    // "The people waiting" is as likely as "the valet parking".
    if (nouns && (nouns.length === 1 || nouns.length === 2) && !last.endsWith('ing')) {
      phrases.add([...nouns, singularOf(last)].join(' '));
    }
    nouns = undefined;
  };
  for (const part of text.match(PARTS) ?? []) {
    if (OPENING.has(part)) {
      end();
      nouns = [];
    } else if (nouns) {
      const word = part.toLowerCase();
      if (VAGUE.has(word) || NAME_OR_NUMBER.test(part)) nouns = undefined;
      else if (CLOSING.has(word) || !WORD.test(word)) end();
      else if (!DESCRIBING.has(word) && !DESCRIBING_SHAPE.test(word)) nouns.push(word);
      else if (nouns.length > 0) end();
    }
  }
  end();
  return phrases;
}

/** The singular of a plain plural. Of other words with an s it may be no word: "Texas" is "texa". */
export function singularOf(word: string): string {
  if (!word.endsWith('s') || word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/^(?:cook|mov|brown|smooth|calor)ies$/.test(word)) return word.slice(0, -1);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const OPENERS = wordSet(`
  a an the my our your his her their its this these those any some no every each another both all of
  for with from at in on about by`);
// Also as they stand at the beginning of a sentence.
const OPENING = new Set(
  [...OPENERS].flatMap((word) => [word, word.replace(/^./, (letter) => letter.toUpperCase())]),
);

// Opinions, measures and adverbs; what ends as one is not listed.
const DESCRIBING = wordSet(`
  good great better nice bad worst worse poor amazing outstanding excellent fantastic perfect superb
  decent fine okay ok pleasant favorite favourite caring loving trusting understanding charming
  welcoming relaxing interesting boring annoying confusing disappointing frustrating comfy rude
  polite fair smart thorough patient happy sad sorry professional competent attentive responsive
  impressive aggressive expensive cheap clean dirty quiet noisy busy empty full quick fast slow easy
  hard simple difficult strong weak warm cold cool bright dark modern fresh young old older new
  newer big bigger large larger small smaller huge tiny little longer short shorter high higher low
  lower wide extensive basic standard average typical normal usual regular special extra additional
  separate certain several different similar massive major minor whole entire complete total main
  own same other such real true right wrong sure clear open free single double last next final
  current recent former future late past many few more most much least enough very so too quite
  rather pretty just even almost always never often again well couple vast ready rotten plain best
  biggest largest smallest highest lowest latest newest oldest honest modest`);

// Of number, time and nothing in particular: a phrase that holds one names no topic.
const VAGUE = wordSet(`
  first second third one two three four five six seven eight nine ten eleven twelve fifteen eighteen
  twenty thirty forty fifty hundred thousand million dozen once twice long time times day days week
  weeks month months year years hour hours minute minutes moment night morning afternoon evening
  today tomorrow yesterday weekend monday tuesday wednesday thursday friday saturday sunday january
  february march april june july august september october november december summer winter spring
  autumn christmas number amount lot lots bit plenty kind sort type piece pair rest half place visit
  trip experience thing things stuff way ways job work people person man woman men women guy guys
  lady folks ones quality level mr mrs ms miss dr word words side`);

// Words of grammar and the commonest verbs.
const CLOSING = wordSet(`
  i me mine myself we us ours ourselves you yours yourself he him himself she hers herself it itself
  they them theirs themselves someone somebody something anyone anybody anything everyone everybody
  everything nobody nothing none who whom whose which what whatever where when whenever why how that
  above across after against ago along among around as away back before behind below beside between
  beyond despite down during except inside into like near off onto out outside over per since
  through throughout till to toward towards under until up upon via within without and but or nor if
  because although though while whereas unless than then either neither also still already yet not
  here there now soon later else instead however etc please am is are was were be been being have
  has had having do does did doing done will would shall should can cannot could may might must ask
  asks began begin bring brought came come comes felt feel feels find found fought gave get gets
  give gives go goes going gone got heard held help helps kept keep keeps knew know knows left let
  lets look looks lost made make makes met need needs offer offers paid put ran run said saw say
  says see seem seems sent serve serves set speak speaks spoke stood take takes taken talk talks
  tell tells thought think told took treat treats tries try understood use uses want wants went
  works won write wrote forgot spent chose drove led sat rang`);
