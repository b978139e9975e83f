import { shorten } from '#dataset/text/shorten.ts';

/** An error of the parser: its place, code and message. */
export type YamlError = {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
};

export const INVALID = 'is not valid YAML:';
export const MAX_QUOTED_LENGTH = 200;

/** A line of a text: its place, and its parts if it is a key with a value. */
export type Line = {
  readonly start: number;
  /** The start of the next line. */
  readonly next: number;
  readonly text: string;
  readonly indent: number;
  readonly key: string;
  readonly value: string;
};

/** Maximum length of a line that is read: lines written by hand are shorter. */
const MAX_LINE_LENGTH = 2000;

const KEY_VALUE = /^[ \t]*(?:-[ \t]+)*(?<key>[\w.-]+)[ \t]*:[ \t]+(?<value>\S.*)$/;

export function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(end < 0 ? text.length : end, start + MAX_LINE_LENGTH));
  const { key = '', value = '' } = KEY_VALUE.exec(line)?.groups ?? {};
  const next = end < 0 ? text.length : end + 1;
  return { start, next, text: line, indent: line.search(/[^ ]|$/), key, value: value.trimEnd() };
}

/** Returns the line at which a parser stumbled, or the next one that is not blank. */
export function lineOf(text: string, { pos: [offset] }: YamlError): Line {
  return lineAt(text, offset + text.slice(offset).search(/\S|$/));
}

/** Returns the line before, ignoring comments and blank lines. */
export function lineBefore(text: string, { start }: Line): Line | undefined {
  for (let before = start; before > 0; ) {
    const line = lineAt(text, before - 1);
    if (!/^\s*(?:#|$)/.test(line.text)) return line;
    before = line.start;
  }
  return undefined;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const line = lineAt(text, start);
    lines.push(line);
    start = line.next;
  }
  return lines;
}

/** Splits a line into the part before its value, the part of that which names it, and its value. */
export function partsOf(line: string): {
  readonly lead: string;
  readonly name: string;
  readonly value: string;
} {
  const [lead, key] = /^\s*(?:- +)*(?:([\w.-]+) *:[ \t]+)?/.exec(line) ?? [''];
  const name = key !== undefined ? `${key}: ` : lead.trim() && '- ';
  return { lead, name, value: line.slice(lead.length).trimEnd() };
}

export function countOf(text: string, sign = ''): number {
  return text.split(sign).length - 1;
}

/** Returns a value in quotes that preserve all its characters. */
export function inQuotes(text: string): string {
  const short = shorten(text, MAX_QUOTED_LENGTH);
  if (!short.includes('"')) return `"${short.replaceAll('\\', '\\\\')}"`;
  return `'${short.replaceAll("'", "''")}'`;
}
