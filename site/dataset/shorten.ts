/** At most so many UTF-16 units of a text from its start on; no character is cut in half. */
export function shorten(text: string, length: number): string {
  const start = text.slice(0, length);
  return text.length > length && /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** How much of what was sent is told back: enough to recognise it. */
const TOLD_LENGTH = 60;

/** What was sent, as a JSON string of bounded length, to stand in a message. */
export function quote(text: string, length = TOLD_LENGTH): string {
  return JSON.stringify(shorten(text, length));
}
