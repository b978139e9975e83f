import type { Token } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';

/** Behind one of these stands a noun, with what describes it before it. */
const BEFORE_NOUNS = new Set(
  `a an the my our your his her their its this that these those no some any every each another all
   both of with for without`.match(/\S+/g),
);

/** Before one of these the first words of a clause are its subject: "Food was cold". */
const BE = new Set(['is', 'are', 'was', 'were', "wasn't", "isn't", "weren't", "aren't"]);

/** Words that describe, count or point, and no things; common verbs that may follow a noun. */
const NO_NOUNS = new Set(
  `good great best better bad worse worst nice excellent amazing awesome fantastic wonderful perfect
   terrible horrible awful poor decent fine ok okay lovely beautiful happy sad kind clean dirty friendly
   rude helpful nice warm cold hot fresh old new young big small large little huge long short high low
   first second third last next same different other another only own such whole entire full half right
   left wrong sure able available free main real true certain several various extra additional
   one two three four five six seven eight nine ten hundred thousand dozen
   well really always often usually sometimes definitely absolutely highly recommended recommend
   said told asked called came went got gave took made did said helped worked works work made need
   needs want wants like likes love loved know knew think thought see saw going being having
   get go come say tell ask help make take give let try use used keep kept put
   me us him them it you everyone everybody someone anyone nobody twice means everything something anything
   nothing who which what whom whose where when why how while then there here now`.match(/\S+/g),
);

/** Nouns of every review, which name nothing particular: of time, number, persons, the house itself. */
const EMPTY_NOUNS = new Set(
  `time times day days week weeks month months year years hour hours minute minutes moment night
   morning afternoon evening today tomorrow yesterday monday tuesday wednesday thursday friday
   saturday sunday january february march april may june july august september october november
   december weekend birthday anniversary
   thing things way ways lot lots bit bunch kind sort type part parts number couple pair set end
   start beginning rest point fact case cases reason reasons problem problems issue issues question
   idea hand hands side world life home people person man men woman women guy guys lady ladies
   everyone family wife husband son daughter mother father mom dad friend friends kids child children
   place places business company experience experiences review reviews star stars job word words
   visit trip area firm office store shop hotel restaurant clinic practice lawyer attorney doctor dentist
   contractor plumber customer customers client clients guest guests patient patients
   thanks thank hope chance option options top bottom middle back front name names`.match(/\S+/g),
);

/** They stand between an article and its adjective. */
const DEGREES = new Set(['very', 'so', 'too', 'quite', 'most', 'more', 'such', 'rather']);

/**
 * The words of a clause that stand where a noun stands, and with each the pair that it ends, if that
 * stands there: behind an article, a possessive or their like and adjectives, and before a word of
 * grammar, a verb, a mark or the end. Folded.
 */
export function findNounPhrases(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, index) => {
    if (!isNounLike(token) || continues(tokens[index + 1])) return [];
    const isSubject = BE.has(tokens[index + 1]?.text ?? '');
    const stands = (start: number) => {
      const before = wordBefore(tokens, start);
      return before === undefined ? isSubject : BEFORE_NOUNS.has(before);
    };
    const first = tokens[index - 1];
    if (first && mayModify(first) && stands(index - 1)) {
      return [`${first.text} ${token.text}`, token.text];
    }
    return stands(index) ? [token.text] : [];
  });
}

/** The word before a place, adjectives and what raises them apart. */
function wordBefore(tokens: readonly Token[], place: number): string | undefined {
  let at = place - 1;
  while (NO_NOUNS.has(tokens[at]?.text ?? '') || DEGREES.has(tokens[at]?.text ?? '')) at--;
  return tokens[at]?.text;
}

/** By their form adverbs and verbs are known, mostly. */
const OTHER_FORM = /(?:ly|ed|ing)$/;

function continues(token: Token | undefined): boolean {
  if (!token?.isWord || OTHER_FORM.test(token.text)) return false;
  return !FUNCTION_WORDS.has(token.text) && !NO_NOUNS.has(token.text) && !BE.has(token.text);
}

function isNounLike(token: Token): boolean {
  return mayModify(token) && !OTHER_FORM.test(token.text) && !EMPTY_NOUNS.has(token.text);
}

/** Whether a noun may follow that is made more particular by it: "parking garage". */
function mayModify({ text, isWord }: Token): boolean {
  return (
    isWord &&
    /^[a-z]{3,}$/.test(text) &&
    !/(?:ly|ed)$/.test(text) &&
    !FUNCTION_WORDS.has(text) &&
    !NO_NOUNS.has(text)
  );
}
