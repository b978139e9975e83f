import type { Technician } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import {
  createMentionLocator,
  type Named,
  withFirstNames,
  wordsOf,
} from '#dataset/text/mentions.ts';
import { isPredicate } from '#insights/text/verbs.ts';

/** Finds those of some things whose name or an alias a quote holds as whole words. */
export function createNameFinder(
  things: readonly Named[],
): (quote: string, ids: readonly string[]) => readonly string[] {
  const spaced = (text: string) => ` ${wordsOf(text).join(' ')}`;
  const namesOf = new Map(
    things.map(({ id, name, aliases }) => [
      id,
      [name, ...aliases].map(spaced).filter((words) => words.trim() !== ''),
    ]),
  );
  return (quote, ids) => {
    if (ids.length === 0) return ids;
    const words = spaced(quote);
    return ids.filter((id) => namesOf.get(id)?.some((name) => words.includes(name)));
  };
}

/** Creates a test for quotes that name one of the people, found in the same way as in reviews. */
export function createPeopleFinder(technicians: readonly Technician[]): (quote: string) => boolean {
  const findRoles = createRoleFinder(technicians);
  return (quote) => findRoles(quote).size > 0;
}

/**
 * Finds the people whom a clause names, as reviews are searched for them, with their clearest role in
 * it: also by a first name that is unambiguous.
 */
export function createRoleFinder(
  technicians: readonly Technician[],
): (clause: string) => ReadonlyMap<string, NameRole> {
  const locate = createMentionLocator(withFirstNames(technicians));
  return (clause) => {
    const folded = fold(clause);
    const words = [...folded.matchAll(WORD)];
    const named = locate(words.map(([word]) => word)).map(({ id, start, end }) => {
      const [first, last] = [words[start], words[end - 1]];
      return { id, role: roleOf(folded.slice(0, first?.index), folded.slice(endOf(last))) };
    });
    // Of several the last is kept.
    const clearest = (['beside', 'object', 'subject'] as const).flatMap((role) =>
      named.filter((one) => one.role === role),
    );
    return new Map(clearest.map(({ id, role }) => [id, role]));
  };
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Where a word ends; the beginning without one. */
function endOf(word: RegExpExecArray | undefined): number {
  return word ? word.index + word[0].length : 0;
}

/** What a name is in a clause: who does it, to or with whom it is done, or neither. */
type NameRole = 'subject' | 'object' | 'beside';

/** A name behind these is not spoken of: “before Linda took over”, “instead of Linda”. */
const PASSED_OVER =
  /^(?:from|before|after|until|till|since|than|unlike|instead|rather|without|besides|except|despite|like|as|against|over|under|near|next|behind|beside|versus|vs|not|no|but|because|when|while|once|if|whether|unless|although|though|where|who|whom|which|whose|that)$/;
/** Someone's own, standing in for someone, or only there. */
const OF_SOMEBODY = /^(?:of|at|in|between)$/;
/** What stands before a subject, besides nothing. */
const JOINS = /^(?:and|so|then|also|plus|yet|or)$/;
const ADVERBS =
  /^(?:\p{L}+ly|never|always|also|just|still|even|then|not|only|ever|once|soon|again|who|too|both|all)$/u;
/** What begins a clause within the clause. */
const WITHIN =
  /^(?:who|whom|whose|which|that|because|cause|since|when|while|after|until|as|where|if)$/;
/** What blames or praises the name behind it. */
const JUDGES = /^(?:by|avoid|recommend|recommending|fire|fired)$/;

/** The role of a name between two parts of its folded clause. Unclear ones are `beside`. */
function roleOf(textBefore: string, textAfter: string): NameRole {
  // “Linda's office neighbour” is somebody else.
  if (textAfter.startsWith("'")) return 'beside';
  const words = [...textBefore.matchAll(WORD)];
  const [before, after] = [words.map(([word]) => word), textAfter.match(WORD) ?? []];
  const previous = before.at(-1);
  const marks = textBefore.slice(endOf(words.at(-1)));
  const beginsClause = previous === undefined || /[.,;:!–—-]/.test(marks) || JOINS.test(previous);
  if (PASSED_OVER.test(previous ?? '') || isPassedOver(before)) return 'beside';
  // “Linda apologised because the partner was rude”: what follows may be said of somebody else.
  if (beginsClause && acts(after))
    return after.some((word) => WITHIN.test(word)) ? 'object' : 'subject';
  if (previous !== undefined && JUDGES.test(previous)) return 'subject';
  return OF_SOMEBODY.test(previous ?? '') ? 'beside' : 'object';
}

/** “instead of Linda”, “next to Linda”, “handed off from Linda”, “other than Linda”. */
function isPassedOver(before: readonly string[]): boolean {
  const [twoBefore, previous] = before.slice(-2);
  if (previous !== 'of' && previous !== 'to' && previous !== 'for') return false;
  return /^(?:instead|ahead|because|next|prior|previous|compared|close|front|place|opposite)$/.test(
    twoBefore ?? '',
  );
}

/** Whether a verb follows, at once or behind another name, or an adverb. */
function acts(after: readonly string[]): boolean {
  const place = after.findIndex((word) => !ADVERBS.test(word));
  const verb = after[place] ?? '';
  if (isPredicateHere(verb)) return true;
  if (verb !== 'and' && verb !== '') return false;
  return after.slice(place + 1, place + 5).some(isPredicateHere);
}

/** Between folded words “didn't” stands as two. */
function isPredicateHere(word: string): boolean {
  return isPredicate(word) || isPredicate(`${word}'t`);
}
