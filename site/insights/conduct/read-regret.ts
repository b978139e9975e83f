import type { Token } from '#insights/text/tokenize.ts';
import { BUSINESS_NOUNS, singular } from './words.ts';

/** “I just wish they had”, “if only the fees were”: the wish, and whose conduct it regrets. */
const WISH =
  /^(?:(?:and|but|so|also) )?(?:(?:(?:i|we) )?(?:(?:just|only|really|do|still) )*wish(?:ed)?|if only) (?:that )?(?<subject>they|he|she|it|somebody|someone|anybody|anyone|(?:my|our|the|their|this) (?:\w+ )?(?<noun>\w+))(?<verb>'d| (?:had|would|were|was|did)(?: not|n't|nt)?) (?<rest>.+)$/;
/** “I would have liked”, “it would have been nice”, and what was missed. */
const MISSED =
  /^(?:but )?(?:(?:(?:i|we|it) )?would|(?:i|we)'d) (?:have|'?ve|of) (?:(?:really|been|so) )*(?:liked|loved|preferred|appreciated|nice|good|great|better|helpful) (?!nothing\b)(?:to (?=(?:be|get|hear|know|have|see)\b)|(?!to\b))(?<rest>.+)$/;
/** Things of a business, besides its people, that a regret may be about. */
const WORK =
  /^(?:fee|cost|expense|price|process|case|settlement|communication|update|wait|call|phone|paperwork|check|outcome|result|website|hour)s?$/;
/** Praise, not regret: “I wish I had been told of them sooner”, “I wish it was six stars”. */
const PRAISES =
  /\b(?:sooner|earlier|stars?|from the (?:start|beginning)|from day one|happened|happen)\b/;

/**
 * Returns the fact behind a regret of someone else’s conduct, in plain words: “I wish they had
 * called” is “unfortunately they had not called”. Undefined for any other clause.
 */
export function readRegret(tokens: readonly Token[]): readonly Token[] | undefined {
  const words = tokens.filter(({ isWord }) => isWord);
  const text = words.map((word) => word.text).join(' ');
  const { subject, noun, verb = '', rest } = (WISH.exec(text) ?? MISSED.exec(text))?.groups ?? {};
  if (rest === undefined || PRAISES.test(rest)) return undefined;
  const isNegated = / not$|n'?t$/.test(verb);
  const positive = verb
    .trim()
    .replace(/ not$|n'?t$/, '')
    .replace("'d", 'had');
  if (noun !== undefined && !WORK.test(noun) && !BUSINESS_NOUNS.has(singular(noun)))
    return undefined;
  const said = ['unfortunately', subject ?? '', positive, isNegated ? '' : 'not'];
  const [first] = words;
  const told = said.flatMap((part) => part.split(' ')).filter((word) => word !== '');
  const restOf = words.slice(words.length - rest.split(' ').length);
  return first && [...told.map((word) => ({ ...first, text: word })), ...restOf];
}
