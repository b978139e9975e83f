import { isMap, isNode, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Splice } from './edits.ts';

export type Collection = YAMLMap | YAMLSeq;

/** A list or mapping of a text. An element is an item or a member of it. */
type Place = { readonly text: string; readonly parent: Collection };

/** Puts an element, as it is written, before the one with an index. */
export function insertElement({ text, parent }: Place, index: number, written: string): Splice {
  const { [index - 1]: before, [index]: after } = rangesOf(text, parent);
  const start = before?.start ?? after?.start ?? startOf(parent) + 1;
  if (parent.flow) {
    if (before) return { start: before.end, end: before.end, text: `, ${written}` };
    return { start, end: start, text: after ? `${written}, ` : written };
  }
  const lines = ' '.repeat(columnOf(text, start)) + indent(text, start, written);
  const place = before ? nextLine(text, before.end) : start - columnOf(text, start);
  return { start: place, end: place, text: isOpen(text, place) ? `\n${lines}` : `${lines}\n` };
}

/** Removes an element with its lines, or with a comma. */
export function removeElement({ text, parent }: Place, index: number): Splice | undefined {
  const { [index - 1]: before, [index]: element, [index + 1]: after } = rangesOf(text, parent);
  if (!element) return undefined;
  const { start, end } = element;
  if (parent.flow) {
    const isComma = (from: number, to: number) => /^\s*,\s*$/.test(text.slice(from, to));
    if (before && isComma(before.end, start)) return { start: before.end, end, text: '' };
    if (after && isComma(end, after.start)) return { start, end: after.start, text: '' };
    const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? [];
    return { start, end: end + comma.length, text: '' };
  }
  const [first, next] = [start - columnOf(text, start), nextLine(text, end)];
  if (text.slice(first, start).trim() !== '') return undefined;
  return { start: isOpen(text, next) ? Math.max(first - 1, 0) : first, end: next, text: '' };
}

/** Writes an element in the place of the one there; if a value is given, of that alone. */
export function replaceElement(at: Place, index: number, written: string, value?: unknown): Splice {
  const { start, end } = rangesOf(at.text, at.parent)[index] ?? { start: 0, end: 0 };
  return { start: value ? startOf(value) : start, end, text: indent(at.text, start, written) };
}

type Range = { readonly start: number; readonly end: number };

/** Returns the ranges from the key of a member, or the hyphen of an item, to the end of its value. */
function rangesOf(text: string, { items, flow }: Collection): Range[] {
  return items.map((item) => {
    const [first, last] = isPair(item) ? [item.key, item.value ?? item.key] : [item, item];
    const hasHyphen = !isPair(item) && !flow;
    const start = hasHyphen ? text.lastIndexOf('-', startOf(first) - 1) : startOf(first);
    return { start, end: endOf(text, last) };
  });
}

function startOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}

/** Returns the end of a value without the blank lines and comments below it. */
function endOf(text: string, node: unknown): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) return rangesOf(text, node).at(-1)?.end ?? 0;
  const end = (isNode(node) && node.range?.[1]) || 0;
  if (!isScalar(node) || !node.type?.startsWith('BLOCK')) return end;
  return text.slice(0, end).replace(/(?:\n[ \t]*)+$/, '').length;
}

function columnOf(text: string, offset: number): number {
  return offset - text.slice(0, offset).lastIndexOf('\n') - 1;
}

function nextLine(text: string, offset: number): number {
  return text.indexOf('\n', offset) + 1 || text.length;
}

/** True at the end of a text whose last line has no line end. */
function isOpen(text: string, offset: number): boolean {
  return offset === text.length && !text.endsWith('\n');
}

/** Indents the lines below the first as an element at an offset. */
function indent(text: string, offset: number, written: string): string {
  return written.replace(/(?<=\n)(?=.)/g, ' '.repeat(columnOf(text, offset)));
}
