import { isFiniteVerb } from '#insights/text/verbs.ts';
import { FUNCTION_WORDS, wordSet } from '#insights/text/word-lists.ts';
import type { Referent } from './referents.ts';
import { BUSINESS_NOUNS, singular, type Word } from './words.ts';

/** True if a single word is meant as a name: “Joy called”, not “a joy” or “Will hire again”. */
export function isWrittenAsName(
  words: readonly Word[],
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
): boolean {
  const { token, text: name } = words[start] ?? {};
  if (start < end || !token) return true;
  const isFunction = FUNCTION_WORDS.has(name ?? '');
  if (!/\p{Lu}/u.test(text.charAt(token.start))) {
    // Some reviewers write no capitals at all.
    const isBehindArticle = /^(?:a|an|the|no|any|very|such)$/.test(words[start - 1]?.text ?? '');
    return !isFunction && !isBehindArticle && /^\P{L}*\p{Ll}/u.test(text);
  }
  if (!isFunction || (start > 0 && !token.isShouted)) return true;
  return token.text.endsWith("'s") || isFiniteVerb(words[start + 1]?.text ?? '');
}

/** “Linda and I”: the reviewer acts with her. */
export function isSharedWithSelf(words: readonly Word[], to: number): boolean {
  return words[to]?.text === 'and' && /^(?:i|me)$/.test(words[to + 1]?.text ?? '');
}

/** A name with another, or with its attributes: “my paralegal Linda”, “Linda and her team”. */
export function joinNamed(
  first: Referent,
  second: Referent,
  words: readonly Word[],
): Referent | undefined {
  const between = words.slice(first.to, second.from).map(({ text }) => text);
  const stretch = { from: first.from, to: second.to };
  // “Linda’s assistant” is someone else.
  if (words[first.to - 1]?.token.text.endsWith("'s")) {
    if (!isBeside(first, second, words)) return undefined;
    return { ...second, ...stretch, side: isNoun(second, words) ? 'business' : second.side };
  }
  // “My friend Linda”.
  if (first.side === 'kin' && between.length === 0) return { ...first, ...stretch };
  if (first.side !== 'business' || second.side !== 'business') return undefined;
  if (!between.every((text) => BETWEEN_NAMES.has(text))) return undefined;
  const isAnd = between.includes('and');
  if (!isAnd && !second.ids) return undefined;
  const ids = [...(first.ids ?? []), ...(second.ids ?? [])];
  return isAnd || between.length === 0 ? { ...first, ...stretch, ids, isPerson: false } : undefined;
}

const BETWEEN_NAMES = wordSet('and my our the his her their whole entire');

/** True if words name the people or places of a business by a plain noun, not by a name. */
export function isNoun({ from, to }: Referent, words: readonly Word[]): boolean {
  return to - from === 1 && BUSINESS_NOUNS.has(singular(words[from]?.text ?? ''));
}

/** True if a noun follows at once. */
export function isBeside(a: Referent, b: Referent, words: readonly Word[]): boolean {
  return a.to === b.from && words[b.from]?.isMarked === false;
}
