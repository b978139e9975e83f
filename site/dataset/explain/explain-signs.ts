import type { YamlFault } from '#dataset/read/node-faults.ts';
import {
  countOf,
  INVALID,
  inQuotes,
  lineAt,
  lineBefore,
  lineOf,
  linesOf,
  partsOf,
  type YamlError,
} from './yaml-lines.ts';

/** Explains a value that is empty because it begins with a comment sign: `name: #1 law firm`. */
export function explainComment(text: string, offset: number): YamlFault | undefined {
  const { key, value, start, text: line } = lineAt(text, offset);
  if (!value.startsWith('#')) return undefined;
  const message = `${key}: is empty, because # begins a comment; write ${key}: ${inQuotes(value)}`;
  return { offset: start + line.indexOf('#'), message };
}

const CUT_TEXT =
  /^[ \t]*(?:-[ \t]+)*(?<key>[\w.-]+):[ \t]+(?<value>[^\s"'#[{|>][^#\n]*[ \t]#\d[^\n]*)$/gm;

/** Finds texts that are probably cut by a comment: `name: The #1 firm`. */
export function findCutTexts(text: string): YamlFault[] {
  if (!/ #\d/.test(text)) return [];
  return Array.from(text.matchAll(CUT_TEXT), ({ groups, index, 0: line }) => {
    const { key = '', value = '' } = groups ?? {};
    const message = `${key}: ends before the #, which begins a comment; write ${key}: ${inQuotes(value)}`;
    return { offset: index + line.indexOf('#'), message };
  });
}

/** Returns the offset of the first error of a text; undefined if it has none. */
export type FindError = (text: string) => number | undefined;

const KEY_AHEAD = '(?=\\s*(?:- +)*(?:#|- |[{[]|[\\w.-]+ *:(?:\\s|$)))';
/**
 * A stray sign before a key or an entry, and a sign that turns the rest of a key into a comment.
 */
const STRAY_SIGNS = [
  new RegExp(
    `^(?<before> *(?:- *)?)(?<sign>[^\\s\\p{L}\\p{N}_#-]|-(?=- ))(?<blank> ?)${KEY_AHEAD}`,
    'u',
  ),
  /^(?<before>\s*(?:- +)*[\w.-]+)(?<blank> )(?<sign>#)(?=[\w.-]*:)/,
];

/**
 * Explains a stray sign: without it, or without it and the adjacent space, the line has no error.
 */
export function explainStraySign(
  text: string,
  error: YamlError,
  findError: FindError,
): YamlFault | undefined {
  const line = lineOf(text, error);
  for (const place of [line, lineBefore(text, line)].filter((one) => one !== undefined)) {
    for (const pattern of STRAY_SIGNS) {
      const { before = '', sign, blank = '' } = pattern.exec(place.text)?.groups ?? {};
      if (sign === undefined || isEnded(place.text.slice(before.length))) continue;
      const from = place.start + before.length;
      const isRight = [sign.length, sign.length + blank.length].some((length) => {
        const errorAt = findError(text.slice(0, from) + text.slice(from + length));
        return errorAt === undefined || errorAt >= line.next - 1 - length;
      });
      if (!isRight) continue;
      const [offset, what] =
        sign === '#'
          ? [from + 1, 'a # begins a comment in the key']
          : [from, `a ${sign} is in place of a key`];
      return { offset, message: `${INVALID} ${what}; delete ${sign}` };
    }
  }
  return undefined;
}

/** Explains a quote that has no end. */
export function explainQuote(text: string, error: YamlError): YamlFault | undefined {
  const { code, message, pos } = error;
  if (code !== 'MISSING_CHAR' || !message.startsWith('Missing closing')) return undefined;
  const sign = message.includes('"') ? '"' : "'";
  const refuse = (offset: number, remedy: string) => ({
    offset,
    message: `${INVALID} the quote ${sign} that begins here has no end; ${remedy}`,
  });
  for (const { start, text: written } of linesOf(text)) {
    const { lead, name, value } = partsOf(written);
    if (!value.startsWith(sign) || isClosed(value)) continue;
    const remedy = name ? `write ${name}${inQuotes(value.slice(1))}` : `delete ${sign}`;
    return refuse(start + lead.length, remedy);
  }
  // A quote within brackets or braces.
  const within = new RegExp(`(?<=[{[,][ \\t]*(?:[\\w.-]+: *)?)${sign}[^${sign}\\n]*$`, 'm');
  const offset = within.exec(text)?.index ?? pos[0];
  return refuse(offset, `write ${sign} where the text ends as well, or delete it`);
}

/** Returns true if a text that begins with a bracket, brace or quote also ends with it. */
function isEnded(text: string): boolean {
  const [sign = ''] = text;
  if (/["']/.test(sign)) return countOf(text, sign) % 2 === 0;
  const close = { '[': ']', '{': '}' }[sign];
  return close !== undefined && countOf(text, sign) <= countOf(text, close);
}

function isClosed(value: string): boolean {
  const text = value.startsWith('"') ? value.replaceAll(/\\./g, '') : value.replaceAll("''", '');
  return text.indexOf(value.charAt(0), 1) > 0;
}

/** A sign that begins a comment within brackets and braces. */
const COMMENT_SIGN = /(?<=[\s,[{])#/;

/** Explains a bracket or brace that is not closed on its line. */
export function explainBracket(text: string, error: YamlError): YamlFault | undefined {
  const { code, message } = error;
  if (code !== 'BAD_INDENT' || !message.startsWith('Flow')) return undefined;
  const [open, close] = message.startsWith('Flow map') ? '{}' : '[]';
  for (const { start, next, text: written } of linesOf(text)) {
    const { lead, name, value } = partsOf(written);
    const [seen = ''] = value.split(COMMENT_SIGN);
    if (countOf(seen, open) <= countOf(seen, close)) continue;
    const offset = start + lead.length;
    if (seen.length < value.length) {
      return {
        offset: offset + seen.length,
        message: `${INVALID} a # begins a comment, in which ${close} does not count; put quotes around the text with the #`,
      };
    }
    const below = lineAt(text, next).text;
    const remedy =
      countOf(below, close) > countOf(below, open)
        ? 'write all of it on one line'
        : `write ${name}${value.replace(/,$/, '')}${close === '}' ? ' }' : ']'}`;
    return {
      offset,
      message: `${INVALID} the bracket ${open} that begins here has no end; ${remedy}`,
    };
  }
  return undefined;
}
