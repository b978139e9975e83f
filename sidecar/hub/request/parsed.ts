/** What a field says, or a sentence that tells what is wrong with it and what is allowed. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

const MAX_QUOTED_CHARACTERS = 60;

/** Enough of what was sent to recognise it, without characters that no one sees. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_QUOTED_CHARACTERS)];
  const shown = characters.slice(0, MAX_QUOTED_CHARACTERS).join('');
  const rest = shown.length < text.length ? '…' : '';
  return `"${shown.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')}${rest}"`;
}
