/** Returns the start of a text, of at most `length` UTF-16 units; no character is cut in half. */
export function shorten(text: string, length: number): string {
  const start = text.slice(0, length);
  return text.length > length && /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** Returns enough of a value, as JSON, to recognize it. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${shorten(text, 77)}...` : text;
}

/** Maximum length of quotes in messages: enough to recognize the input. */
const QUOTED_LENGTH = 60;

// These could hide, reverse or break the line in a log or a terminal.
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** Quotes input in a message, as a JSON string of bounded length. */
export function quote(text: string, length = QUOTED_LENGTH): string {
  return JSON.stringify(shorten(text, length)).replace(INVISIBLE, '\uFFFD');
}
