import { bare } from './column-map.ts';
import { termOf, WORDS, wordsOf } from './words.ts';

const { headers, nots, times, values: TERMS } = WORDS.states;

/** A column with more values than these holds no states, but texts or ids. */
const MAX_STATES = 20;

/** A term as long stands for its inflections as well, such as "verifizierter". */
const STEM_LETTERS = 8;

/**
 * Reads a column that says of each review whether it is public, or verified: its values, and those
 * that are not known to mean so. Undefined where it says neither, or nothing.
 */
export function readStates(column: string, cells: readonly string[]) {
  const words = wordsOf(column);
  const isHidden = has(headers.hidden, words);
  const values = [...new Map(cells.map((cell) => [bare(cell), cell.trim()])).values()];
  if (values.length > MAX_STATES && !isHidden) return undefined;
  const terms = values.map(termOf).filter((term) => term !== '');
  const isPublic = isHidden && !has(headers.verified, words) ? isNotHidden : judgeBy(words, terms);
  if (terms.length === 0 || words.some((word) => nots.includes(word)) || !isPublic) {
    return undefined;
  }
  // Beside a yes or a no, a blank is the other one.
  const isYesOrNo = terms.some((term) => TERMS.yes.has(term) || TERMS.no.has(term));
  const said = values.filter((value) => value !== '' || isYesOrNo);
  return {
    column,
    isVerification: isPublic === isVerified,
    values: said,
    closed: said.filter((value) => !isPublic(termOf(value))),
  };
}

/** What of a column means public; undefined where it holds dates, counts or anything else. */
function judgeBy(words: readonly string[], terms: readonly string[]) {
  const isOther = terms.every((term) => term.length > 2 && /\d/.test(term));
  if (isOther || words.some((word) => times.includes(word))) return undefined;
  if (has(headers.verified, words)) return isVerified;
  if (has(headers.shown, words)) return isShown;
  const known = terms.filter((term) => TERMS.shown.has(term) || TERMS.hidden.has(term));
  const isSaid = known.length === terms.length && known.some((term) => TERMS.hidden.has(term));
  const mayBe = has(headers.maybe, words) && (known.length > 0 || words.includes('review'));
  return has(headers.stated, words) || mayBe || isSaid ? isStated : undefined;
}

const isVerified = (term: string) => TERMS.yes.has(term);
const isStated = (term: string) => TERMS.shown.has(term);
const isShown = (term: string) => TERMS.shown.has(term) || TERMS.yes.has(term);
/** The day on which a review was deleted says that it was. */
const isNotHidden = (term: string) => term === '' || TERMS.no.has(term) || TERMS.shown.has(term);

function has(list: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.some((word) => {
    const claim = word.replace(/^is/, '');
    return [...list].some(
      (term) =>
        term === word || term === claim || (term.length >= STEM_LETTERS && claim.startsWith(term)),
    );
  });
}
