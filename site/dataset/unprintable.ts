import { type Position, positionIn } from './content-problem.ts';

// What XML 1.0 §2.2 does not admit as a character: the Atom feed could not carry it.
const UNPRINTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** True of text that every published format can carry, without control characters. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** Where the first character stands that cannot be published, with its code point. */
export function findUnprintable(
  text: string,
): (Position & { readonly codePoint: string }) | undefined {
  const offset = text.search(UNPRINTABLE);
  if (offset < 0) return undefined;
  const code = text.codePointAt(offset)?.toString(16).toUpperCase().padStart(4, '0');
  return { ...positionIn(text, offset), codePoint: `U+${code}` };
}
