/** The start of a text on one line, cut after a word and marked with an ellipsis where it is. */
export function excerptOf(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const whole = wholeCharacters(line, most - 1);
  const space = whole.lastIndexOf(' ');
  // Scripts without spaces, and a single endless word, are cut between characters.
  const cut = line[whole.length] === ' ' || space < most / 2 ? whole : whole.slice(0, space);
  return `${cut.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole characters as fit, so that no emoji or accent is torn apart. */
function wholeCharacters(text: string, most: number): string {
  const next = characters.segment(text).containing(most);
  return text.slice(0, next ? next.index : most);
}

/** The paragraphs of a plain text: blank lines part them, single line breaks stay inside. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter((paragraph) => paragraph !== '');
}
