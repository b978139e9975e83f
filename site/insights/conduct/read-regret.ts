import type { Token } from '#insights/text/tokenize.ts';

/** “They had”, “it did not”: where a wish about the past says what was the case. */
const AUXILIARY = /^(?:had|would|could|was|were|did)(?:n't|nt)?$/;
/** How many words a subject has: “the young man at the desk”. */
const SUBJECT_WORDS = 6;
/** “I would have liked”, “it would have been nice”. */
const MISSED =
  /(?:\bwould|'d) ?(?:have|'?ve) (?:\w+ )?(?:liked|loved|preferred|appreciated|nice|good|great|better|helpful)$/;

/**
 * What a regret says was the case, in plain words: “I wish they had called” is “unfortunately they had
 * not called”, “if only it did not take so long” is “unfortunately it did take so long”, “I would have
 * liked a call” is “unfortunately not a call”. Undefined of any other clause, and of what the reviewer
 * wishes to have done: “I wish I had found them sooner”.
 */
export function readRegret(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first] = tokens;
  if (!first) return undefined;
  const say = (text: string): Token => ({ ...first, text, isWord: true });
  const missed = tokens.findIndex((_, place) => MISSED.test(wordsUpTo(tokens, place)));
  if (missed >= 0) {
    const rest = tokens.slice(missed + 1);
    // “I would have liked to thank them” misses nothing of theirs.
    const isOwn =
      rest[0]?.text === 'to' && !/^(?:be|get|hear|know|have|see)$/.test(rest[1]?.text ?? '');
    return isOwn ? undefined : [say('unfortunately'), say('not'), ...rest];
  }
  const wish = tokens.findIndex(
    ({ text }, place) =>
      /^wish(?:ed)?$/.test(text) || (text === 'only' && tokens[place - 1]?.text === 'if'),
  );
  const start = tokens[wish + 1]?.text === 'that' ? wish + 2 : wish + 1;
  const verb = tokens.findIndex(
    ({ text }, place) => place > start && place <= start + SUBJECT_WORDS && AUXILIARY.test(text),
  );
  const [auxiliary, next] = [tokens[verb]?.text, tokens[verb + 1]?.text];
  if (wish < 0 || auxiliary === undefined) return undefined;
  const isOwn = /^(?:i|we)$/.test(tokens[start]?.text ?? '');
  if (isOwn && !(auxiliary === 'had' && next === 'been')) return undefined;
  const subject = [say('unfortunately'), ...tokens.slice(start, verb)];
  const rest = tokens.slice(next === 'not' ? verb + 2 : verb + 1);
  const positive = auxiliary.replace(/n'?t$/, '');
  const isNegated = next === 'not' || positive !== auxiliary;
  return [...subject, say(positive), ...(isNegated ? [] : [say('not')]), ...rest];
}

/** The words of a few tokens that end at a place. */
function wordsUpTo(tokens: readonly Token[], place: number): string {
  return tokens
    .slice(Math.max(0, place - 4), place + 1)
    .map(({ text }) => text)
    .join(' ');
}
