import { quote } from '#dataset/text/shorten.ts';

const BROKEN_ESCAPE = /%(?![\da-f]{2})[^&=%]{0,2}/i;
const ESCAPED_RUNS = /(?:%[\da-f]{2})+/gi;

/**
 * Says what in a text is not percent-encoded UTF-8 (RFC 3986 §2.1, RFC 3629 §3), as the end of a
 * sentence whose subject holds it; undefined where nothing is wrong.
 */
export function describeEncodingFault(text: string): string | undefined {
  const [broken] = BROKEN_ESCAPE.exec(text) ?? [];
  if (broken !== undefined) {
    return `holds ${quote(broken)}, which is not percent-encoded; write % as %25`;
  }
  for (const [run] of text.matchAll(ESCAPED_RUNS)) {
    const bytes = brokenBytesIn(run);
    if (bytes === undefined) continue;
    return `holds ${quote(bytes)}, which is not UTF-8; encode text as UTF-8, such as %C3%A9 for é`;
  }
  return undefined;
}

/** The first bytes of percent-encoded ones that are no character. */
function brokenBytesIn(run: string): string | undefined {
  for (let start = 0; start < run.length; ) {
    const bytes = characterAt(run, start);
    if (!decodes(bytes)) return bytes;
    start += bytes.length;
  }
  return undefined;
}

/** The bytes that its first one says belong to a character, as far as they follow. */
function characterAt(run: string, start: number): string {
  const byteAt = (at: number) => Number.parseInt(run.slice(at + 1, at + 3), 16);
  const length = lengthBehind(byteAt(start));
  let end = start + 3;
  while (end < run.length && end - start < length * 3 && byteAt(end) >> 6 === 0b10) end += 3;
  return run.slice(start, end);
}

function lengthBehind(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

function decodes(bytes: string): boolean {
  try {
    decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}
