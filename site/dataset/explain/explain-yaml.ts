import { parseDocument } from 'yaml';
import type { YamlFault } from '#dataset/read/node-faults.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { explainBracket, explainQuote } from './explain-signs.ts';
import {
  countOf,
  INVALID,
  inQuotes,
  type Line,
  lineAt,
  lineBefore,
  lineOf,
  linesOf,
  MAX_QUOTED_LENGTH,
  type YamlError,
} from './yaml-lines.ts';

/*
 * Explains to editors why a text is not YAML. A parser stumbles over the consequence of a mistake;
 * that line, or the one before it, usually shows the mistake itself.
 */

/** Explains the first error; the others are mostly its consequences. */
export function explainSyntax(text: string, error: YamlError, hasTextBelow: boolean): YamlFault {
  const line = lineOf(text, error);
  return (
    explainQuote(text, error) ??
    explainBracket(text, error) ??
    explainFirstKey(text, line) ??
    explainBlanks(line) ??
    explainLine(line, error) ??
    explainIndent(text, line, { error, hasTextBelow }) ?? {
      offset: error.pos[0],
      message: `${INVALID} ${shorten(error.message, MAX_QUOTED_LENGTH)}; write one "key: value" per line, and put quotes around text that contains special characters`,
    }
  );
}

/** Explains keys of which only the first is indented. */
function explainFirstKey(text: string, line: Line): YamlFault | undefined {
  const first = linesOf(text).find((one) => !/^\s*(?:#|$)/.test(one.text));
  if (!first || first.start >= line.start || first.indent <= line.indent) return undefined;
  if (!/^ +[\w.-]+ *:(?:\s|$)/.test(first.text)) return undefined;
  const message = `${INVALID} there is a space before the first key; write ${first.text.trim()}`;
  return { offset: first.start, message };
}

/** Explains a space that is missing after a hyphen or colon, or that is another character. */
function explainBlanks({ start, text }: Line): YamlFault | undefined {
  const [odd, before = '', name = '', rest = ''] =
    /^(\s*(?:-[ \t]+)*)([\w.-]+)[^\S\n]*:[ \t]*(?![ \t])\s+(\S.*)$/.exec(text) ?? [];
  if (odd) {
    const message = `${INVALID} the space after the colon is not an ordinary one; write ${name}: ${rest}`;
    return { offset: start + before.length, message };
  }
  const [glued, indent = '', entry = ''] = /^( *)-([\p{L}"'{[].*)$/u.exec(text) ?? [];
  if (!glued) return undefined;
  const message = `${INVALID} a space is missing after the hyphen; write - ${entry}`;
  return { offset: start + indent.length, message };
}

/** Returns a mapping in braces with quotes around the texts that need them. */
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

function explainLine(line: Line, { code, pos: [offset] }: YamlError): YamlFault | undefined {
  const { key, value, start, text } = line;
  const at = start + text.indexOf(value, text.indexOf(':') + 1);
  const refuse = (message: string, place = at) => ({
    offset: place,
    message: `${INVALID} ${message}`,
  });
  const rewrite = `write ${key}: ${inQuotes(value)}`;
  if (/^ *\t/.test(text)) {
    return refuse(
      'the line begins with a tab; indent with spaces instead',
      start + text.indexOf('\t'),
    );
  }
  // The place is the parser's: its tab may be further on than this module reads a long line.
  if (code === 'TAB_AS_INDENT') {
    return refuse('there is a tab where only spaces are allowed; write spaces instead', offset);
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
  const [bare, , named = '', behind = ''] =
    /^(\s*(?:- +)*)([A-Za-z]\w*) +([{["'].*)$/.exec(text) ?? [];
  if (bare)
    return refuse(
      `the colon of the key is missing; write ${named}: ${behind}`,
      start + text.indexOf(named),
    );
  if (key === '' || isSound(value)) return undefined;
  const [, joined = ''] = /\s{2}([A-Za-z]\w*:)\s/.exec(value) ?? [];
  if (joined && !/^["'[{]/.test(value)) {
    return refuse(
      `${joined} is on the same line as the text of ${key}; write it on a line of its own`,
    );
  }
  const quote = value.charAt(0);
  if (quote === "'" && offset > at) {
    const whole = value.slice(1).replace(/'$/, '').replaceAll("''", "'");
    if (value.endsWith("'"))
      return refuse(`an apostrophe ends the quote; write ${key}: ${inQuotes(whole)}`);
    return refuse(`text follows the quote; ${rewrite}`);
  }
  if (quote === '"' && code !== 'BAD_DQ_ESCAPE') {
    if (!value.endsWith('"')) return refuse(`text follows the quote; ${rewrite}`);
    return refuse(`a quote inside the text ends it; write ${key}: ${inQuotes(value.slice(1, -1))}`);
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
    if (/,\s*,/.test(value)) return refuse('there are two commas; delete the second', offset);
    const mended = quoteInBraces(value);
    if (mended) return refuse(`a text in the braces needs quotes; write ${key}: ${mended}`);
    return refuse(`text follows the bracket; ${rewrite}`);
  }
  if (/:(?:\s|$)/.test(value) && code === 'BLOCK_AS_IMPLICIT_KEY') {
    return refuse(`the text contains ": "; ${rewrite}`);
  }
  return undefined;
}

/** True if a value is valid by itself, so that its line is in the wrong place; `!` begins a tag. */
function isSound(value: string): boolean {
  return !value.startsWith('!') && parseDocument(`key: ${value}`).errors.length === 0;
}

function explainIndent(
  text: string,
  line: Line,
  {
    error: { code, pos },
    hasTextBelow,
  }: { readonly error: YamlError; readonly hasTextBelow: boolean },
): YamlFault | undefined {
  const [offset] = pos;
  const refuse = (place: Line, message: string) => ({
    offset: place.start + place.text.search(/\S|$/),
    message: `${INVALID} ${message}`,
  });
  // If a key on the next line continues a value, the error is at the start of the value.
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
  const [, above] = /^\s*(?:- +)*([\w.-]+) *:?\s*$/.exec(before?.text ?? '') ?? [];
  if (before && above !== undefined && /^\s*(?:: |[[{"'])/.test(line.text)) {
    return refuse(before, `the value of ${above} is on the next line; move it after "${above}:"`);
  }
  const isKey = /^\s*(?:- +)*[\w.-]+ *:(?:\s|$)/.test(line.text);
  const isEntry = /^\s*-(?:\s|$)/.test(line.text);
  const [, entry] = /^ *- +([^\s:]+|"[^"]*"|'[^']*') *$/.exec(before?.text ?? '') ?? [];
  if (before && isKey && entry !== undefined && line.indent > before.indent) {
    const above = `${INVALID} the text ${entry} is above the keys of its entry;`;
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
      ? refuse(before, 'the hyphen is followed by nothing; delete the line')
      : refuse(
          line,
          'the keys of an entry must be indented below its hyphen; indent them by 2 spaces',
        );
  }
  const isBeside = line.indent === before?.indent && (isEntry || !keysColumn(before));
  if (before && isKey && !isBeside) {
    const column = isEntry ? entryBefore(text, line)?.indent : keysColumn(before);
    const remedy =
      column === 0
        ? 'delete the spaces before it'
        : column === undefined
          ? 'indent it like the line above'
          : `write ${' '.repeat(Math.min(column, 20))}${line.text.trim()}`;
    return refuse(line, `the line is not indented like the lines around it; ${remedy}`);
  }
  if (/^\s*[{[]/.test(line.text) && entryBefore(text, line)) {
    return refuse(line, `the hyphen of the entry is missing; write - ${line.text.trim()}`);
  }
  if (isEntry)
    return refuse(
      line,
      'an entry of a list begins here, where a key is expected; write the key of the list on a line above, or delete the "- "',
    );
  if (/^(?:[^:]+|\s*:\s*)$/.test(line.text) && line.text.trim() !== '') {
    const word = shorten(line.text.trim(), 40);
    return refuse(
      line,
      hasTextBelow
        ? `the line "${word}" has no colon; write it as "key: value", or in the text below the closing ---`
        : `the line "${word}" has no colon; delete it, or write it as "key: value"`,
    );
  }
  if (isKey && before && offset >= line.start) {
    return refuse(line, 'the key is not indented like the keys around it; indent it like them');
  }
  return undefined;
}

/** Finds the nearest line before this one that begins an entry of a list. */
function entryBefore(text: string, line: Line): Line | undefined {
  let before = lineBefore(text, line);
  while (before && !/^ *-(?:\s|$)/.test(before.text)) before = lineBefore(text, before);
  return before;
}

/**
 * Returns the column of the keys of an entry, which is where its first key begins after the hyphen.
 */
function keysColumn({ text }: Line): number | undefined {
  return /^\s*(?:-\s+)+(?=[^\s-])/.exec(text)?.[0].length;
}
