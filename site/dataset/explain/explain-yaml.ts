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
 * What is wrong with a text that is no YAML, in words of editors. A parser stumbles over the consequence
 * of a mistake; the line on which it does, or the one before, mostly shows the mistake itself.
 */

/** The fault behind the first error; the others are mostly its consequences. */
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
      message: `${INVALID} ${shorten(error.message, MAX_QUOTED_LENGTH)}; write one "key: value" a line, and put quotes around text with signs in it`,
    }
  );
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
      'a tab stands at the beginning of the line; indent with spaces instead',
      start + text.indexOf('\t'),
    );
  }
  // The place is the parser's: its tab may stand further on than a long line is looked at.
  if (code === 'TAB_AS_INDENT') {
    return refuse('a tab stands where only spaces may; write spaces instead', offset);
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
    return refuse(`${joined} stands behind the text of ${key}; write it on a line of its own`);
  }
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
    if (/,\s*,/.test(value)) return refuse('a comma stands twice; delete the second', offset);
    const mended = quoteInBraces(value);
    if (mended) return refuse(`a text in the braces needs quotes; write ${key}: ${mended}`);
    return refuse(`text follows after the bracket; ${rewrite}`);
  }
  if (/:(?:\s|$)/.test(value) && code === 'BLOCK_AS_IMPLICIT_KEY') {
    return refuse(`the text has ": " inside; ${rewrite}`);
  }
  return undefined;
}

/** Whether a value is right by itself, so that the fault is where its line stands; `!` begins a tag. */
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
  const [, above] = /^\s*(?:- +)*([\w.-]+) *:?\s*$/.exec(before?.text ?? '') ?? [];
  if (before && above !== undefined && /^\s*(?:: |[[{"'])/.test(line.text)) {
    return refuse(
      before,
      `the value of ${above} stands on the next line; move it behind "${above}:"`,
    );
  }
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
  const isBeside = line.indent === before?.indent && (isEntry || !keysColumn(before));
  if (before && isKey && !isBeside) {
    const column = isEntry ? entryBefore(text, line)?.indent : keysColumn(before);
    const remedy =
      column === 0
        ? 'delete the blanks before it'
        : column === undefined
          ? 'indent it like the line above'
          : `write ${' '.repeat(Math.min(column, 20))}${line.text.trim()}`;
    return refuse(line, `the line is indented unlike those beside it; ${remedy}`);
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
    return refuse(line, 'a key is out of place here; indent it like the keys beside it');
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
