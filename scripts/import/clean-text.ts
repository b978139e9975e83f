const LINE_BREAKS = /\r\n?/g;
const UNFIT = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\n\t]/gu;
const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/**
 * Text fit for a file: line feeds only, no control characters but tab and line feed, no lone
 * surrogates or noncharacters (XML 1.0 §2.2 forbids them too), no blank space around it. Everything else stays as it is.
 */
export function cleanText(text: string): { readonly text: string; readonly isAltered: boolean } {
  const lines = text.replace(LINE_BREAKS, '\n');
  const fit = lines.replace(UNFIT, '');
  return { text: fit.trim(), isAltered: fit !== lines };
}

/** One line of at most `limit` characters, without direction controls that could turn a page. */
export function cleanLine(
  text: string,
  limit = 500,
): { readonly text: string; readonly isShortened: boolean } {
  const line = cleanText(text).text.replace(BIDI_CONTROLS, '').replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return { text: line, isShortened: false };
  // A cut through a surrogate pair would leave half a character.
  const start = line.slice(0, limit - 1).replace(/\p{Cs}$/u, '');
  return { text: `${start.trimEnd()}…`, isShortened: true };
}

/** The form in which texts are compared: case, composition and spacing do not count. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
