import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isNode,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLSeq,
} from 'yaml';
import { endOfLine } from './yaml-map.ts';

/*
 * Removes items from a list in a YAML text, and inserts some. Everything else stays as it was
 * written, byte by byte, if the list is written in a usual way: text is cut or added, and the
 * outcome is read back. Otherwise the library writes the whole text in its own way, with its
 * comments.
 */

type Path = readonly (string | number)[];

/**
 * Returns the text without the item at a path; undefined if it is not valid YAML or has no such
 * item.
 */
export function removeItem(text: string, path: Path): string | undefined {
  const { document, list } = open(text, path.slice(0, -1));
  const index = Number(path.at(-1));
  const item = list?.items[index];
  if (!list || !isNode(item)) return undefined;
  const edited: Document = document.clone();
  edited.deleteIn(path);
  return chooseText([cut(text, list, item)], edited);
}

/**
 * Returns the text with another item in the list at a path, which may be missing unless it is the
 * whole.
 */
export function insertItem(
  text: string,
  path: Path,
  index: number,
  value: unknown,
): string | undefined {
  const { document, list } = open(text, path);
  if (document.errors.length > 0) return undefined;
  const edited: Document = document.clone();
  const among = path.length === 0 ? edited.contents : edited.getIn(path, true);
  if (isSeq(among)) among.items.splice(index, 0, edited.createNode(value));
  else if (path.length === 0) return undefined;
  else edited.setIn(path, edited.createNode([value]));
  return chooseText([list ? splice(text, list, index, value) : undefined], edited);
}

/**
 * Returns an item of a list in block notation, its hyphen in a column counted from 0. Dates are in
 * quotes: readers of YAML 1.1 take them for more than a text.
 */
export function writeItem(value: unknown, column = 0): string {
  const lines = stringify([value], { lineWidth: 0, version: '1.1' }).trimEnd().split('\n');
  return lines.map((line) => `${' '.repeat(column)}${line}\n`).join('');
}

function open(
  text: string,
  path: Path,
): { readonly document: Document.Parsed; readonly list: YAMLSeq | undefined } {
  const document = parseDocument(text);
  const found = path.length === 0 ? document.contents : document.getIn(path, true);
  return { document, list: document.errors.length === 0 && isSeq(found) ? found : undefined };
}

/** Returns the first text that reads as it should; the last resort is the library's. */
function chooseText(
  candidates: readonly (string | undefined)[],
  edited: Document,
): string | undefined {
  const expected: unknown = edited.toJS() ?? [];
  return [...candidates, edited.toString({ lineWidth: 0 })].find((candidate) => {
    if (candidate === undefined) return false;
    const read = parseDocument(candidate);
    return read.errors.length === 0 && isDeepStrictEqual(read.toJS() ?? [], expected);
  });
}

/** Returns the text without an item, and without its line or comma. */
function cut(text: string, { flow }: YAMLSeq, item: Node): string | undefined {
  const [start = 0, end = 0] = item.range ?? [];
  if (flow) {
    const after = /^\s*,[^\S\n]*/.exec(text.slice(end));
    if (after) return text.slice(0, start) + text.slice(end + after[0].length);
    const before = text.slice(0, start).trimEnd();
    return (before.endsWith(',') ? before.slice(0, -1) : before) + text.slice(end);
  }
  const { lineStart, column } = lineOf(text, start);
  if (column === undefined) return undefined;
  return text.slice(0, lineStart) + text.slice(endOfLine(text, end));
}

/** Returns the text with another item, beside an existing one. */
function splice(text: string, list: YAMLSeq, index: number, value: unknown): string | undefined {
  const { flow, items } = list;
  const before = items[index - 1];
  const neighbor = before ?? items[0];
  if (!isNode(neighbor)) return undefined;
  const [start = 0, end = 0] = neighbor.range ?? [];
  if (flow) {
    const written = stringify(value).trim();
    return before
      ? `${text.slice(0, end)}, ${written}${text.slice(end)}`
      : `${text.slice(0, start)}${written}, ${text.slice(start)}`;
  }
  const { lineStart, column } = lineOf(text, start);
  if (column === undefined) return undefined;
  const place = before ? endOfLine(text, end) : lineStart;
  const head = text.slice(0, place);
  const lineEnd = head === '' || head.endsWith('\n') ? '' : '\n';
  return head + lineEnd + writeItem(value, column) + text.slice(place);
}

/** Returns the place of an item's line and of its hyphen; no column if other text precedes it. */
function lineOf(
  text: string,
  start: number,
): { readonly lineStart: number; readonly column: number | undefined } {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const [, indent] = /^( *)-[ ]+$/.exec(text.slice(lineStart, start)) ?? [];
  return { lineStart, column: indent?.length };
}
