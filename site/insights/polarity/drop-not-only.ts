import type { Token } from '#insights/text/tokenize.ts';

/**
 * The tokens without “not only” and the “but” that answers it, in the same clause: together they
 * say “and”, which neither a negation nor a contrast does.
 */
export function dropNotOnly(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => text === 'only')) return tokens;
  let isAwaited = false;
  return tokens.filter(({ text, isWord }, place) => {
    const isNot = text === 'not' && tokens[place + 1]?.text === 'only';
    const isOnly = text === 'only' && tokens[place - 1]?.text === 'not';
    if (isNot || isOnly) {
      isAwaited = true;
      return false;
    }
    if (!isWord && text !== ',') isAwaited = false;
    if (!isAwaited || text !== 'but') return true;
    isAwaited = false;
    return false;
  });
}
