import type { Technician } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import {
  createMentionLocator,
  type Named,
  withFirstNames,
  wordsOf,
} from '#dataset/text/mentions.ts';
import { isPredicate } from '#insights/text/verbs.ts';

/** Whether a quote names somebody or something. */
export type IsNaming = (quote: string) => boolean;

/** The clearest role of a person in a clause; undefined where the clause does not name them. */
type FindRole = (clause: string) => NameRole | undefined;

/** Finds the name or an alias as whole words, whatever the case and accents. */
export function createNameFinder(named: Named): IsNaming {
  const spaced = (words: readonly string[]) => ` ${words.join(' ')}`;
  const names = wordsOfNames(named).map(spaced);
  const mayName = createSieve(named);
  return (quote) => {
    if (!mayName(quote)) return false;
    const words = spaced(wordsOf(quote));
    return names.some((name) => words.includes(name));
  };
}

/** Finds any of some people, as reviews are searched for them. */
export function createPeopleFinder(technicians: readonly Technician[]): IsNaming {
  const locate = createMentionLocator(withFirstNames(technicians));
  return (quote) => locate(wordsOf(quote)).length > 0;
}

/** Finds a person as reviews are searched for people: also by a first name that is unambiguous. */
export function createRoleFinder(
  technicians: readonly Technician[],
): (technician: Technician) => FindRole {
  const locate = createMentionLocator(withFirstNames(technicians));
  return (technician) => {
    const mayName = createSieve(technician);
    return (clause) => {
      if (!mayName(clause)) return undefined;
      const folded = fold(clause);
      const words = [...folded.matchAll(WORD)];
      const roles = locate(words.map(([word]) => word))
        .filter(({ id }) => id === technician.id)
        .map(({ start, end }) => roleOf(contextOf(folded, words, start, end)));
      return (['subject', 'object', 'beside'] as const).find((role) => roles.includes(role));
    };
  };
}

const WORD = /[\p{L}\p{N}]+/gu;

function contextOf(
  folded: string,
  words: readonly RegExpExecArray[],
  start: number,
  end: number,
): NameContext {
  const [first, last] = [words[start], words[end - 1]];
  const [before, after] = [words[start - 1], words[end]];
  const from = before ? before.index + before[0].length : 0;
  const to = last ? last.index + last[0].length : folded.length;
  return {
    before: words.slice(0, start).map(([word]) => word),
    after: words.slice(end).map(([word]) => word),
    gapBefore: folded.slice(from, first?.index),
    gapAfter: folded.slice(to, after?.index),
  };
}

/** Refuses quotes without any first word of a name, which are most, in a tenth of the time. */
function createSieve(named: Named): IsNaming {
  const firsts = [...new Set(wordsOfNames(named).flatMap(([first]) => first ?? []))];
  return (quote) => {
    const folded = fold(quote);
    return firsts.some((first) => folded.includes(first));
  };
}

function wordsOfNames({ name, aliases }: Named): string[][] {
  return [name, ...aliases].map((text) => wordsOf(text)).filter(([first]) => first !== '');
}

/** What a name is in a clause: who does it, to or with whom it is done, or neither. */
type NameRole = 'subject' | 'object' | 'beside';

/** A clause around a name: the folded words on both sides, from first to last, and the marks that touch it. */
type NameContext = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Marks and spaces between the name and the word before it. */
  readonly gapBefore: string;
  readonly gapAfter: string;
};

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

/** The role of a name in its clause. What is unclear is beside. */
function roleOf({ before, after, gapBefore, gapAfter }: NameContext): NameRole {
  // “Linda's office neighbour” is somebody else.
  if (/^'/.test(gapAfter)) return 'beside';
  const previous = before.at(-1);
  const beginsClause =
    previous === undefined || /[.,;:!–—-]/.test(gapBefore) || JOINS.test(previous);
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
