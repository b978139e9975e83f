import { findContact } from '#dataset/check/check-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { readLists } from '#insights/text/read-table.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/** A kind of private matter that a quote must not spread. */
export type PrivateMatter = 'contact' | 'number' | 'health';

/** Numbers of claims or accounts: five digits or more, possibly with hyphens or points between. */
const LONG_NUMBER = /(?<![\d,])\d(?:[-.]?\d){4,}(?![\d,]\d)/;
/** Shorter numbers are private next to the word for their kind. */
const NUMBERED =
  /\b(?:claim|case|account|acct|policy|file|invoice|docket|cause|member|patient|order|ssn|license|licence|badge)s?\s*(?:(?:no|nr|num|number|id)\b\.?|#)?\s*[:#]?\s*(?:is\s+)?#?\s*[a-z]{0,4}-?\d{2,}|#\s?\d{3,}/i;
const ADDRESS =
  /\b\d{1,5}\s+(?:\p{L}+\.?\s+){1,3}(?:street|st|avenue|ave|road|rd|drive|lane|ln|boulevard|blvd|highway|hwy|apartment|apt|suite)\b/iu;
const ACCOUNT_OF_THEIRS =
  /\b1-?8\d\d-[a-z]|\b\w+ (?:at|@) \w+ dot (?:com|net|org)\b|\bd\.?o\.?b\b|\bdate of birth\b|(?:^|\s)@\w{2,}|\bhttps?:|\bwww\./i;

/** Private for anyone. */
const INTIMATE =
  /\b(?:hiv|aids|std|sti|hepatitis|herpes|cancers?|tumou?rs?|chemo\w*|diagnos\w+|biops\w+|pregnan\w+|miscarr\w+|abortions?|infertil\w+|ivf|depress(?:ion|ed)|anxiety|bipolar|schizo\w+|ptsd|psychiatr\w+|suicid\w+|overdos\w+|addict\w*|rehab|alcoholi\w+|dementia|alzheimer\w*|autis\w+|seizures?|strokes?|heart attack|colonoscop\w+|amputat\w+|epilep\w+|diabet\w+|leuk[a]?emi\w+|deaf|asthma\w*|adhd|dialysis|parkinson\w*|cerebral palsy|down syndrome|disab(?:led|ility)|coma|std test|blood test|drug test)\b/;
/** Private in a statement about a named person. */
const HEALTH =
  /\b(?:surger(?:y|ies)|surgeons?|operat(?:ed on|ion)|injur\w+|wounds?|broke(?:n)? (?:a |his |her |my |their )?\w+|fractur\w+|concussion|whiplash|herniat\w+|spinal|paraly\w+|hospital\w*|icu|er|e\.r\.|emergency room|blind|ambulance|therap(?:y|ist)|medicat\w+|prescri\w+|pain|mri|x-?rays?|scars?|burns?|stitches|disc|knees?|shoulders?|spine|hips?|ankles?|wrists?|elbows?|ribs?|pelvis|skull|hurt (?:his|her|my|their)|died|death|illness|sick|symptoms?)\b/g;
/** "Injury lawyers" and a "wrongful death case" disclose no one's health. */
const TRADE =
  /^\s*(?:law|lawyers?|attorneys?|firms?|cases?|claims?|suits?|lawsuits?|settlements?|department|team|group|side|bills?|liens?|records)\b/;

/** Capitalized, these do not name people. */
const NO_NAMES = list('noNames');
/** “My surgery” is the author's, whose name is next to the quote; so is “my mother's”. */
const SOMEBODYS = /\b(?:my|our|your|his|her|their)(?: [\w'-]+){0,2} $/;

/**
 * Finds private matters in a text: contact data, numbers of claims or accounts, and facts of
 * health, some only next to the name of a person who is not `familiar` (folded names of the staff
 * and the business). It errs on the side of refusing.
 */
export function findPrivateMatter(
  text: string,
  familiar: ReadonlySet<string>,
): PrivateMatter | undefined {
  if (findContact(text) || ACCOUNT_OF_THEIRS.test(text) || ADDRESS.test(text)) return 'contact';
  if (LONG_NUMBER.test(text) || NUMBERED.test(text)) return 'number';
  const folded = fold(text);
  if (INTIMATE.test(folded)) return 'health';
  const found = [...folded.matchAll(HEALTH)].filter(
    ({ 0: word, index }) => !TRADE.test(folded.slice(index + word.length)),
  );
  if (found.length === 0) return undefined;
  // At the start “my” is omitted: “Knee is fixed”.
  const isSomebodys = found.some(
    ({ index }) => index === 0 || SOMEBODYS.test(folded.slice(0, index)),
  );
  return isSomebodys || namesSomebody(text, familiar) ? 'health' : undefined;
}

/** True if a text seems to contain a name that is not familiar. */
function namesSomebody(text: string, familiar: ReadonlySet<string>): boolean {
  const tokens = tokenize(text);
  return tokens.some((token, index) => {
    if (!token.isWord || !isCapital(text, token)) return false;
    const word = token.text.replace(/'s$/, '');
    if (familiar.has(word) || FUNCTION_WORDS.has(word) || NO_NAMES.has(word)) return false;
    // A sentence begins with a capital in any case: a name is followed by a verb or 's.
    const begins = index === 0 || /[.!?…]/.test(tokens[index - 1]?.text ?? '');
    return !begins || token.text.endsWith("'s") || NAMED.test(tokens[index + 1]?.text ?? '');
  });
}

const NAMED =
  /^(?:is|was|has|had|did|does|will|would|got|went|came|said|told|took|broke|lost|needed|suffered|\p{L}+ed)$/u;

/** True if a word begins with a capital. */
export function isCapital(text: string, { start }: Token): boolean {
  return /^\p{Lu}/u.test(text.slice(start, start + 2));
}
