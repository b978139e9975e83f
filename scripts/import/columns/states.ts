import { bare } from './column-map.ts';
import { isDate } from './values.ts';
import { termOf, WORDS, wordsOf } from './words.ts';

const { headers, nots, negations, plain, values: TERMS } = WORDS.states;
const ANSWERS = new Set([...TERMS.yes, ...TERMS.no, ...TERMS.agreed, ...TERMS.refused]);
const { verified, hidden, shown, consent } = headers;
const TOPICS = [verified, hidden, shown, consent];
const PLAIN = new Set([...Object.values(headers), plain].flatMap((terms) => [...terms]));

/** A column with more values than these contains no states, but texts or ids. */
const MAX_STATES = 20;

/** A term of this length also covers its inflections, such as "verifizierter". */
const STEM_LETTERS = 8;

/** In JSON a person, who may be active or private independently of the review. */
const OF_PERSON = /(?:user|author|reviewer|consumer|customer|profile)(?!.*review)[^.]*\.[^.]*$/i;

/** Such as "3 days ago", a date, a count or a code. */
const OTHER = /\d|\bago$|^(?:vor|hace|há|il y a) /;

/**
 * Reads a column that states for each review if it is public, or verified: its values, and those
 * without this meaning. Undefined if it states neither.
 */
export function readStates(column: string, cells: readonly string[]) {
  const values = [...new Map(cells.map((cell) => [bare(cell), cell.trim()])).values()];
  const terms = values.map(termOf).filter((term) => term !== '');
  const words = wordsOf(column);
  const isAnswer = (term: string) => TERMS.yes.has(term) || TERMS.no.has(term);
  // Such as "Yes, but without my name".
  const isQualified = (term: string) =>
    /^\D/.test(term) && [term, term.split(/[\s,.;:!]/)[0] ?? ''].some((one) => ANSWERS.has(one));
  // "Do not publish", but not "May we publish it? If not, say no".
  const topic = words.findIndex((word) => TOPICS.some((list) => has(list, [word])));
  const isNegated =
    words.slice(0, Math.max(topic, 0)).some((word) => negations.includes(word)) ||
    /\bopt\W?out/i.test(column);
  const isReplied = terms.every(isAnswer) || terms.some(isQualified);
  const isConsent = isNegated || (has(headers.consent, words) && isReplied);
  const isOther = !isConsent && words.some((word) => nots.includes(word));
  const isOfAuthor = has(headers.verified, words);
  if (terms.length === 0 || isOther || (isOfAuthor && isNegated)) return undefined;
  if (!isOfAuthor && OF_PERSON.test(column)) return undefined;
  const isHidden = !isOfAuthor && has(headers.hidden, words);
  // The date of a deletion shows that a review was deleted.
  const isOfDays = isHidden && (words.includes('by') || values.some(isDate));
  if (values.length > MAX_STATES && !isOfDays) return undefined;
  // Such as "Consent withdrawn" and "Not private".
  const isUnclear = isHidden && isConsent;
  const isConsented = isUnclear ? isNone : isNegated ? isBlankOrNo : isShown;
  const isPublic = isConsent ? isConsented : isOfDays ? isNotHidden : judgeBy(words, terms);
  if (!isPublic) return undefined;
  // Beside a yes or a no, a blank is the other one.
  const isYesOrNo = isConsent || terms.some(isAnswer);
  const said = values.filter((value) => value !== '' || isYesOrNo);
  return {
    column,
    isVerification: isPublic === isVerified,
    /** True if the column may forbid a publication, even of all rows. */
    isForbidding: isConsent || isHidden,
    /** True if each value must be asked for by itself. */
    isUnclear,
    values: said,
    closed: said.filter((value) => !isPublic(termOf(value))),
  };
}

/**
 * Returns the values of a column that mean public; undefined if it contains dates, counts or
 * anything else.
 */
function judgeBy(words: readonly string[], terms: readonly string[]) {
  if (terms.every((term) => term.length > 2 && OTHER.test(term))) return undefined;
  const isState = (term: string) => TERMS.shown.has(term) || TERMS.hidden.has(term);
  const isAnswer = (term: string) => ANSWERS.has(term);
  // "Published via" and "Invite status" are about something else, unless the values say otherwise.
  const isPlain = words.every((word) => has(PLAIN, [word]));
  const isSaid = terms.some(isState) || terms.filter(isAnswer).length * 2 >= terms.length;
  if (isPlain || isSaid) {
    if (has(headers.verified, words)) return isVerified;
    if (has(headers.hidden, words)) return isNotHidden;
    if (has(headers.shown, words)) return isShown;
    const mayBe = has(headers.maybe, words) && (terms.some(isState) || words.includes('review'));
    if (has(headers.stated, words) || mayBe) return isStated;
  }
  // Whatever the header is; many others are answered by yes and no.
  if (terms.every(isAnswer) && terms.some(isDenial)) return isVerified;
  if (terms.some((term) => isAnswer(term) && term.startsWith('verified'))) return isVerified;
  const isAnyState = terms.every((term) => isState(term) || isAnswer(term));
  return isAnyState && terms.some((term) => TERMS.hidden.has(term)) ? isShown : undefined;
}

const isVerified = (term: string) => TERMS.yes.has(term);
const isStated = (term: string) => TERMS.shown.has(term);
const isShown = (term: string) =>
  TERMS.shown.has(term) || TERMS.yes.has(term) || TERMS.agreed.has(term);
const isBlankOrNo = (term: string) => term === '' || TERMS.no.has(term);
const isNone = () => false;
const isNotHidden = (term: string) => term === '' || TERMS.no.has(term) || TERMS.shown.has(term);

/** Such as "unverified", which is more than "no" or "false". */
const isDenial = (term: string) => TERMS.no.has(term) && term.length > 5;

function has(list: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.some((word) => {
    const claim = word.replace(/^is/, '');
    return [...list].some(
      (term) =>
        term === word || term === claim || (term.length >= STEM_LETTERS && claim.startsWith(term)),
    );
  });
}
