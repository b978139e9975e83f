import type { Token } from '#insights/text/tokenize.ts';

const NEGATORS: ReadonlySet<string> = new Set(
  'no not never none nobody nothing neither nor nowhere without hardly barely scarcely rarely seldom cannot cant dont doesnt didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent havent hasnt hadnt aint'.split(
    ' ',
  ),
);

/** Words that begin something of their own, which a negation before does not reach. */
const ENDS: ReadonlySet<string> = new Set(
  'but however although though because except yet while so until when unless since'.split(' '),
);

/** So many words after a negation may be what it negates. */
const REACH = 6;

/**
 * Which tokens stand in the scope of a negation: up to six words after it, up to the next mark or
 * a word that begins another clause. “Not only” negates nothing.
 */
export function markNegation(tokens: readonly Token[]): boolean[] {
  let left = 0;
  return tokens.map(({ text, isWord }, place) => {
    if (!isWord || ENDS.has(text)) {
      left = 0;
      return false;
    }
    const isNegated = left > 0;
    if (left > 0) left--;
    if (isNegator(text) && tokens[place + 1]?.text !== 'only') left = REACH;
    return isNegated;
  });
}

function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}
