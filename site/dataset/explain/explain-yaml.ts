import { parseDocument } from 'yaml';
import type { YamlFault } from '#dataset/read/node-faults.ts';
import { shorten } from '#dataset/text/shorten.ts';

/*
 * What is wrong with a text that is no YAML, in words of editors. A parser stumbles over the consequence
 * of a mistake; the line on which it does, or the one before, mostly shows the mistake itself.
 */

/** An error of the parser: where, its code and its message. */
export type SyntaxError = {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
};

const INVALID = 'is not valid YAML:';
const MAX_QUOTED_LENGTH = 200;

/** A line of a text: where it begins, and its parts, if it is a key and a value. */
type Line = {
  readonly start: number;
  /** Where the next one begins. */
  readonly next: number;
  readonly text: string;
  readonly indent: number;
  readonly key: string;
  readonly value: string;
};

/** The fault behind the first error; the others are mostly its consequences. */
export function explainSyntax(text: string, error: SyntaxError, hasTextBelow: boolean): YamlFault {
  const [offset] = error.pos;
  const line = lineAt(text, offset);
  return (
    explainUnclosed(text, error) ??
    explainFirstKey(text, line) ??
    explainBlanks(line) ??
    explainLine(line, error) ??
    explainIndent(text, line, { error, hasTextBelow }) ?? {
      offset,
      message: `${INVALID} ${shorten(error.message, MAX_QUOTED_LENGTH)}; write one "key: value" a line, and put quotes around text with signs in it`,
    }
  );
}

/** Maximum length of a line that is looked at: what is written by hand is shorter. */
const MAX_LINE_LENGTH = 2000;

const KEY_VALUE = /^[ \t]*(?:-[ \t]+)*(?<key>[\w.-]+)[ \t]*:[ \t]+(?<value>\S.*)$/;

function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(end < 0 ? text.length : end, start + MAX_LINE_LENGTH));
  const { key = '', value = '' } = KEY_VALUE.exec(line)?.groups ?? {};
  const next = end < 0 ? text.length : end + 1;
  return { start, next, text: line, indent: line.search(/[^ ]|$/), key, value: value.trimEnd() };
}

/** The line before, comments and blank ones left out. */
function lineBefore(text: string, { start }: Line): Line | undefined {
  for (let before = start; before > 0; ) {
    const line = lineAt(text, before - 1);
    if (!/^\s*(?:#|$)/.test(line.text)) return line;
    before = line.start;
  }
  return undefined;
}

/** The nearest line before that begins an entry of a list. */
function entryBefore(text: string, line: Line): Line | undefined {
  let before = lineBefore(text, line);
  while (before && !/^ *-(?:\s|$)/.test(before.text)) before = lineBefore(text, before);
  return before;
}

/** Where the keys of an entry stand: below its first, behind the hyphen. */
function keysColumn({ text }: Line): number | undefined {
  return /^\s*(?:-\s+)+(?=[^\s-])/.exec(text)?.[0].length;
}

/** A value in quotes that keep all its signs. */
export function inQuotes(text: string): string {
  const short = shorten(text, MAX_QUOTED_LENGTH);
  if (!short.includes('"')) return `"${short.replaceAll('\\', '\\\\')}"`;
  return `'${short.replaceAll("'", "''")}'`;
}

/** The fault of a value that is empty since it begins with the sign of a comment: `name: #1 law firm`. */
export function explainComment(text: string, offset: number): YamlFault | undefined {
  const { key, value, start, text: line } = lineAt(text, offset);
  if (!value.startsWith('#')) return undefined;
  const message = `${key}: is empty, as # begins a comment; write ${key}: ${inQuotes(value)}`;
  return { offset: start + line.indexOf('#'), message };
}

const CUT_TEXT =
  /^[ \t]*(?:-[ \t]+)*(?<key>[\w.-]+):[ \t]+(?<value>[^\s"'#[{|>][^#\n]*[ \t]#\d[^\n]*)$/gm;

/** Texts of which a comment is likely a part: `name: The #1 firm`. */
export function findCutTexts(text: string): YamlFault[] {
  if (!/ #\d/.test(text)) return [];
  return Array.from(text.matchAll(CUT_TEXT), ({ groups, index, 0: line }) => {
    const { key = '', value = '' } = groups ?? {};
    const message = `${key}: ends before the #, which begins a comment; write ${key}: ${inQuotes(value)}`;
    return { offset: index + line.indexOf('#'), message };
  });
}

function explainUnclosed(text: string, { code, pos: [offset], message }: SyntaxError) {
  if (code === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    const sign = message.includes('"') ? '"' : "'";
    const line = linesOf(text).find(({ value }) => value.startsWith(sign) && !isClosed(value));
    const place = line ?? lineAt(text, offset);
    const whole = inQuotes(place.value.slice(1));
    const remedy = line ? `; write ${place.key}: ${whole}` : `; add ${sign} at the end of the text`;
    const at = line ? place.start + place.text.indexOf(place.value) : offset;
    return {
      offset: at,
      message: `${INVALID} the quote ${sign} that begins here has no end${remedy}`,
    };
  }
  if (code !== 'BAD_INDENT' || !message.startsWith('Flow')) return undefined;
  const [open, close] = message.startsWith('Flow map') ? '{}' : '[]';
  const line = linesOf(text).find(({ value }) => countOf(value, open) > countOf(value, close));
  if (!line) return undefined;
  const at = line.start + line.text.indexOf(line.value);
  const remedy = `write ${line.key}: ${line.value.replace(/,$/, '')}${close === '}' ? ' }' : ']'}`;
  return {
    offset: at,
    message: `${INVALID} the bracket ${open} that begins here has no end; ${remedy}`,
  };
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const line = lineAt(text, start);
    lines.push(line);
    start = line.next;
  }
  return lines;
}

function isClosed(value: string): boolean {
  const text = value.startsWith('"') ? value.replaceAll(/\\./g, '') : value.replaceAll("''", '');
  return text.indexOf(value.charAt(0), 1) > 0;
}

function countOf(text: string, sign = ''): number {
  return text.split(sign).length - 1;
}

/** The fault of keys of which the first alone is indented. */
function explainFirstKey(text: string, line: Line): YamlFault | undefined {
  const first = linesOf(text).find((one) => !/^\s*(?:#|$)/.test(one.text));
  if (!first || first.start >= line.start || first.indent <= line.indent) return undefined;
  if (!/^ +[\w.-]+ *:(?:\s|$)/.test(first.text)) return undefined;
  const message = `${INVALID} a blank stands before the first key; write ${first.text.trim()}`;
  return { offset: first.start, message };
}

/** The fault of a blank that is missing behind a hyphen, or is another sign than it looks like. */
function explainBlanks({ start, text }: Line): YamlFault | undefined {
  const [odd, before = '', name = '', rest = ''] =
    /^(\s*(?:-[ \t]+)*)([\w.-]+)[^\S\n]*:[ \t]*(?![ \t])\s+(\S.*)$/.exec(text) ?? [];
  if (odd) {
    const message = `${INVALID} the blank after the colon is not an ordinary one; write ${name}: ${rest}`;
    return { offset: start + before.length, message };
  }
  const [glued, indent = '', entry = ''] = /^( *)-([\p{L}"'{[].*)$/u.exec(text) ?? [];
  if (!glued) return undefined;
  const message = `${INVALID} a blank is missing behind the hyphen; write - ${entry}`;
  return { offset: start + indent.length, message };
}

/** A mapping in braces with quotes around the texts that need them. */
function quoteInBraces(value: string): string | undefined {
  const inner = /^\{(.*)\}$/.exec(value)?.[1] ?? '';
  const entries = inner.split(/,\s+(?=[\w-]+:\s)/).map((entry) => {
    const [, key, text = ''] = /^\s*([\w-]+):\s+(.*?)\s*$/.exec(entry) ?? [];
    if (key === undefined) return undefined;
    return `${key}: ${/^[@`%*&!|>,?-]|:\s|\s#/.test(text) ? inQuotes(text) : text}`;
  });
  if (entries.includes(undefined)) return undefined;
  const written = `{ ${entries.join(', ')} }`;
  return parseDocument(written).errors.length === 0 ? written : undefined;
}

function explainLine(line: Line, { code, pos: [offset] }: SyntaxError): YamlFault | undefined {
  const { key, value, start, text } = line;
  const at = start + text.indexOf(value, text.indexOf(':') + 1);
  const refuse = (message: string, place = at) => ({
    offset: place,
    message: `${INVALID} ${message}`,
  });
  const rewrite = `write ${key}: ${inQuotes(value)}`;
  if (code === 'TAB_AS_INDENT' || /^ *\t/.test(text)) {
    return refuse(
      'a tab stands at the beginning of the line; indent with spaces instead',
      start + text.indexOf('\t'),
    );
  }
  const [glued, before = '', name = '', rest = ''] =
    /^(\s*(?:- +)*)([A-Za-z]\w*):([^\s/].*)$/.exec(text) ?? [];
  if (glued)
    return refuse(
      `a space is missing after the colon; write ${name}: ${rest}`,
      start + before.length,
    );
  const [assigned, , left = '', right = ''] =
    /^(\s*(?:- +)*)([A-Za-z]\w*) *= *(\S.*)$/.exec(text) ?? [];
  if (assigned)
    return refuse(`a key ends with a colon; write ${left}: ${right}`, start + text.indexOf(left));
  if (key === '') return undefined;
  const quote = value.charAt(0);
  if (quote === "'" && offset > at) {
    const whole = value.slice(1).replace(/'$/, '').replaceAll("''", "'");
    if (value.endsWith("'"))
      return refuse(`an apostrophe ends the quote; write ${key}: ${inQuotes(whole)}`);
    return refuse(`text follows after the quote; ${rewrite}`);
  }
  if (quote === '"' && code !== 'BAD_DQ_ESCAPE') {
    if (!value.endsWith('"')) return refuse(`text follows after the quote; ${rewrite}`);
    return refuse(`a quote inside ends the text; write ${key}: ${inQuotes(value.slice(1, -1))}`);
  }
  if (code === 'BAD_DQ_ESCAPE') {
    const inner = value.replace(/^"|"$/g, '');
    return refuse(`a backslash begins an escape; write ${key}: ${inQuotes(inner)}`, offset);
  }
  if (/^[@`%*&!|>,?\]}-]/.test(quote)) {
    return refuse(`text that begins with ${quote} needs quotes; ${rewrite}`);
  }
  if (quote === '[' || quote === '{') {
    const close = quote === '[' ? ']' : '}';
    if (countOf(value, close) > countOf(value, quote)) {
      return refuse(`there is one ${close} too many; delete it`, offset);
    }
    if (/,\s*,/.test(value)) return refuse('a comma stands twice; delete one', offset);
    const mended = quoteInBraces(value);
    if (mended) return refuse(`a text in the braces needs quotes; write ${key}: ${mended}`);
    return refuse(`text follows after the bracket; ${rewrite}`);
  }
  if (/:(?:\s|$)/.test(value) && code === 'BLOCK_AS_IMPLICIT_KEY') {
    return refuse(`the text has ": " inside; ${rewrite}`);
  }
  return undefined;
}

function explainIndent(
  text: string,
  line: Line,
  {
    error: { code, pos },
    hasTextBelow,
  }: { readonly error: SyntaxError; readonly hasTextBelow: boolean },
): YamlFault | undefined {
  const [offset] = pos;
  const refuse = (place: Line, message: string) => ({
    offset: place.start + place.text.search(/\S|$/),
    message: `${INVALID} ${message}`,
  });
  // A value that goes on with a key on the next line is reported where it begins.
  const next = lineAt(text, line.next);
  if (
    code === 'BLOCK_AS_IMPLICIT_KEY' &&
    next.start > line.start &&
    next.indent > line.indent &&
    /:(?:\s|$)/.test(next.text)
  ) {
    return refuse(
      next,
      `the line is indented further than "${line.key}" above; indent it like the line above`,
    );
  }
  const before = lineBefore(text, line);
  const isKey = /^\s*(?:- +)*[\w.-]+ *:(?:\s|$)/.test(line.text);
  const isEntry = /^\s*-(?:\s|$)/.test(line.text);
  const [, entry] = /^ *- +([^\s:]+|"[^"]*"|'[^']*') *$/.exec(before?.text ?? '') ?? [];
  if (before && isKey && entry !== undefined && line.indent > before.indent) {
    const above = `${INVALID} the text ${entry} stands above the keys of its entry;`;
    const at = before.start + before.indent;
    return /^\s*id:/.test(line.text)
      ? {
          offset: at + before.text.lastIndexOf(entry) - before.indent,
          message: `${above} delete ${entry}`,
        }
      : { offset: at, message: `${above} write - id: ${entry}` };
  }
  if (before && isKey && line.indent <= before.indent && /^ *-\s*$/.test(before.text)) {
    return isEntry
      ? refuse(before, 'nothing stands behind the hyphen; delete the line')
      : refuse(line, 'the keys of an entry stand behind its hyphen; indent them by 2 spaces');
  }
  if (before && isKey && line.indent !== before.indent) {
    const column = isEntry ? entryBefore(text, line)?.indent : keysColumn(before);
    const remedy =
      column === undefined
        ? 'indent it like the line above'
        : `write ${' '.repeat(Math.min(column, 20))}${line.text.trim()}`;
    return refuse(line, `the line is indented unlike those beside it; ${remedy}`);
  }
  if (isEntry)
    return refuse(
      line,
      'an entry of a list begins here, where a key is expected; write the key of the list on a line above, or delete the "- "',
    );
  if (/^[^:]*$/.test(line.text) && line.text.trim() !== '') {
    const word = shorten(line.text.trim(), 40);
    return refuse(
      line,
      hasTextBelow
        ? `the line "${word}" has no colon; write it as "key: value", or in the text below the closing ---`
        : `the line "${word}" has no colon; delete it, or write it as "key: value"`,
    );
  }
  if (isKey && before && offset >= line.start) {
    return refuse(line, 'a key is out of place here; indent it like the keys beside it');
  }
  return undefined;
}
