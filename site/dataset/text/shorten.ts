/** At most so many UTF-16 units of a text from its start on; no character is cut in half. */
export function shorten(text: string, length: number): string {
  const start = text.slice(0, length);
  return text.length > length && /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** How much of what was sent messages quote: enough to recognise it. */
const QUOTED_LENGTH = 60;

// These could hide, turn or break the line of a log or a terminal that shows the message.
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** What was sent, as a JSON string of bounded length, to stand in a message. */
export function quote(text: string, length = QUOTED_LENGTH): string {
  return JSON.stringify(shorten(text, length)).replace(INVISIBLE, '\uFFFD');
}
