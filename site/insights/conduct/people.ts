import type { Context } from './conduct-of.ts';
import { PREPOSITIONS } from './find-subject.ts';
import type { Referent } from './referents.ts';
import { joinWords, RELATIVE, SUBORDINATORS, type Word } from './words.ts';

/** The ids of the people of the business whom a clause praises, and of those whom it blames. */
export type People = { readonly praise: readonly string[]; readonly blame: readonly string[] };

export const NO_PEOPLE: People = { praise: [], blame: [] };

/**
 * Returns the people who get the praise or the blame of a clause. Praise is also for other people
 * whom it names, unless only in passing: “I love Linda”. Blame is for its subject alone: “I told
 * Linda twice” blames no one, and neither does “Linda told me that the partner was rude”.
 */
export function peopleOf(subjects: readonly string[], context: Context): People {
  const { words, referents } = context;
  const people = referents.filter(({ ids }) => ids);
  const meant = meantBy(context);
  if (subjects.length + people.length + meant.length === 0) return NO_PEOPLE;
  if (CONCEDED.test(joinWords(words))) return NO_PEOPLE;
  const objects = people.filter(
    ({ from }) => !isPassedOver(words, from) && !MET.test(textBefore(words, from)),
  );
  const praised = [...subjects, ...objects.flatMap(({ ids = [] }) => ids), ...meant];
  const blamed = people.filter(({ from }) => BLAMES.test(textBefore(words, from)));
  const isBlamed = subjects.length > 0 && !isExcused(subjects, context);
  return {
    praise: [...new Set(praised)],
    blame: [...new Set([...(isBlamed ? subjects : []), ...blamed.flatMap(({ ids = [] }) => ids)])],
  };
}

/** Retracted, or no one's fault: “Linda may be nice, but”, “even Linda could not get them to”. */
const CONCEDED =
  /\b(?:may|might) (?:\w+ )?(?:be|come|seem|look|sound|appear)\b|\beven (?:\w+ ){1,3}(?:could not|couldn't|couldnt|can't|cant|cannot|had no)\b|(?:\bnot|n't) (?:\w+ ){1,3}fault\b|\b(?:not|none of (?:this|that|it) (?:is|was)|isn't|wasn't|is not|was not) (?:the fault of|on)\b/;

/** Returns the people meant by “him”, “her” or “you” as an object: “I recommend her”. */
function meantBy({ words, antecedents, last }: Context): readonly string[] {
  const pronoun = words.find(({ text }) => MEANT.has(text))?.text;
  if (pronoun === undefined) return [];
  return (/^you/.test(pronoun) ? last : antecedents.find(pronoun)?.ids) ?? [];
}

const MEANT: ReadonlySet<string> = new Set(['him', 'her', 'you', 'your']);

/** Returns the words right before a place, as many as the longest phrase searched for there. */
function textBefore(words: readonly Word[], from: number): string {
  return joinWords(words.slice(Math.max(0, from - 4), from));
}

/** True if a name is only a time or a comparison: “before Linda took over”, “next to Linda”. */
export function isPassedOver(words: readonly Word[], from: number): boolean {
  const before = textBefore(words, from);
  return PASSED_OVER.test(before);
}

const PASSED_OVER =
  /\b(?:before|after|until|till|since|than|unlike|instead|rather|besides|except|despite|against|over|under|near|behind|beside|versus|vs|at|between|not|no|but|if|whether|while|unless|although|though|(?:instead|ahead|front|place|opposite|office|offices|firm) of|(?:next|prior|compared|close|similar) to)$/;

/** Merely met or asked for: “I signed with Linda on Monday”, but “I was happy with Linda”. */
const MET =
  /(?<!\b(?:happy|pleased|satisfied|thrilled|impressed|delighted|comfortable|blessed|work|works|worked|working|go|went|going|deal|dealt|dealing|stick|stay)) with$|\b(?:asking|asked|looking|waiting|called|calling) for$/;

/** Words that blame the name after them. */
const BLAMES =
  /\b(?:avoid|beware|beware of|away from|any(?:one|body) but|recommend|recommending|because of|shame on|fault of|(?:disappointed|unhappy) (?:in|with|by)|(?:complaint|problem|issue) (?:is|was|with|is with|was with)|(?:don't|dont|not|never) (?:hire|use|trust|choose))$/;

/** True if the events of a clause are not its subjects' fault: they left, or speak of others. */
function isExcused(subjects: readonly string[], { words, referents }: Context): boolean {
  const own = referents.find(({ ids = [] }) => ids.some((id) => subjects.includes(id)));
  const said = joinWords(words.slice(own?.to));
  if (GONE.test(joinWords(words)) || DONE_TO.test(said)) return true;
  const others = [
    ...referents.filter((referent) => referent !== own),
    ...words.flatMap(({ text }, from) => (OTHERS.test(text) ? [{ from, to: from + 1 }] : [])),
  ];
  return others.some((other) => !isUndone(words, other.from) && isToldOf(other, words));
}

const OTHERS = /^(?:they|nobody|noone)$/;
/** “Linda was replaced by …”, “Linda sent me to a doctor who …”. */
const DONE_TO =
  /^(?:\w+ )?(?:was|were|been|being|got) (?:\w+ ){1,2}by\b|^(?!(?:is|was|are|were) ).* who\b/;
const GONE =
  /\b(?:left|leaves|leaving|quit|quits) (?:the|this|that|their) (?:law )?(?:firm|office|company|practice|job|team)\b|^(?:when |after |once )?(?:\w+ ){1,2}(?:left|quit|retired|resigned)$|\bno longer (?:works?|there|here|with)\b|\b(?:was|were|got|been|is) (?:fired|replaced|moved|transferred|reassigned|promoted|removed|laid off|let go|listed)\b|\bon (?:leave|vacation|maternity)\b/;

/** True if the words at a place say that something was not done, or not told. */
export function isUndone(words: readonly Word[], from: number): boolean {
  return words.slice(0, from).some(({ text }) => NOT_DONE.test(text));
}

const NOT_DONE =
  /^(?:not|cannot|never|nobody|none|no|without|failed|refused|forgot|\w+n't|didnt|doesnt|wasnt|wont)$/;

/** True if someone acts in a subordinate clause: “she said that the adjuster lied”. */
export function isToldOf(
  { from, to }: Pick<Referent, 'from' | 'to'>,
  words: readonly Word[],
): boolean {
  const before = words.slice(0, from).map(({ text }) => text);
  const next = words[to]?.text ?? '';
  const isWithin = before.slice(1).some((text) => SUBORDINATORS.has(text) || text === 'as');
  // “My lawyer at the hospital was kind.”
  const isPlace = before
    .slice(-2)
    .some((text) => PREPOSITIONS.has(text) && text !== 'by' && text !== 'of');
  return isWithin || (!isPlace && (RELATIVE.has(next) || /^(?:is|are|was|were)$/.test(next)));
}
