import { isPredicate } from './text/predicates.ts';

/** What a name is in a clause: who does it, to or with whom it is done, or neither. */
export type NameRole = 'subject' | 'object' | 'beside';

/** A clause around a name: the folded words on both sides, from first to last, and the marks that touch it. */
export type NameContext = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Marks and spaces between the name and the word before it. */
  readonly gapBefore: string;
  readonly gapAfter: string;
};

/** Whoever stands behind these is not spoken of: “before Linda took over”, “instead of Linda”. */
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
/** What blames or praises whoever stands behind it. */
const JUDGES = /^(?:by|avoid|recommend|recommending|fire|fired)$/;

/** The role of a name in its clause. What is unclear is beside. */
export function roleOf({ before, after, gapBefore, gapAfter }: NameContext): NameRole {
  // “Linda's office neighbour” is somebody else.
  if (/^'/.test(gapAfter)) return 'beside';
  const previous = before.at(-1);
  const beginsAnew = previous === undefined || /[.,;:!–—-]/.test(gapBefore) || JOINS.test(previous);
  if (PASSED_OVER.test(previous ?? '') || isPassedOver(before)) return 'beside';
  // “Linda apologised because the partner was rude”: what follows may be said of somebody else.
  if (beginsAnew && acts(after))
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
