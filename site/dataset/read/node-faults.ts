import { isAlias, isMap, isNode, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';
import { nameOf } from '#dataset/explain/describe-issue.ts';
import { inQuotes } from '#dataset/explain/yaml-lines.ts';
import { MAX_PROBLEMS } from '../content-problem.ts';
import { describeUnsafe, isSuspect } from './unsafe-text.ts';

/** A problem of a YAML text: its offset, and a sentence without a subject. */
export type YamlFault = { readonly offset: number; readonly message: string };

type Visit = (node: unknown, path: readonly PropertyKey[]) => void;

/**
 * Finds valid YAML that content files must not use. Aliases are refused: no content file needs
 * them, nested ones grow without bound, and an editor's "*great*" is not meant as one. Anchors are
 * refused, since "&Sons" would be dropped; so are duplicate keys, of which the last would silently
 * win, and keys that are not text, such as the inner braces of an unquoted "{{ name }}". A value
 * after an explicit key without a colon ('? "name" Jane') is also refused: the composer drops it
 * without a report, but keeps its source tokens.
 */
export function findNodeFaults(contents: unknown, source: string): YamlFault[] {
  const faults: YamlFault[] = [];
  visitNodes(contents, [], (node, path) => {
    if (faults.length > MAX_PROBLEMS) return;
    if (isAlias(node)) {
      const message = `is not valid YAML: ${nameOf([`*${node.source}`])} is an alias, which content files do not use; write the value itself here, in quotes if it begins with *`;
      faults.push({ offset: startOf(node), message });
    }
    if (isNode(node) && 'anchor' in node && node.anchor) {
      const name = nameOf([`&${String(node.anchor)}`]);
      const offset = Math.max(0, source.lastIndexOf(`&${String(node.anchor)}`, startOf(node)));
      const isText =
        isScalar(node) && node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED';
      const [text = ''] = source.slice(offset, node.range?.[1]).split('\n');
      const remedy = isText ? `write ${inQuotes(text.trim())}` : `delete ${name}`;
      const message = `is not valid YAML: ${name} is an anchor, which content files do not use; ${remedy}`;
      faults.push({ offset, message });
    }
    if (isMap(node)) faults.push(...findKeyFaults(node, path));
  });
  return faults;
}

function findKeyFaults(map: YAMLMap, path: readonly PropertyKey[]): YamlFault[] {
  const keys = new Set<string>();
  const faults: YamlFault[] = [];
  for (const { key, value, srcToken } of map.items) {
    const name = keyOf(key);
    if (faults.length > MAX_PROBLEMS) break;
    if (value === null && srcToken?.value) {
      const message =
        'is not valid YAML: a value begins here without a colon; write it as key: value, without ?';
      faults.push({ offset: srcToken.value.offset, message });
    }
    if (isMap(key) || isSeq(key)) {
      const [kind, sign] = isMap(key) ? ['mapping', '{'] : ['list', '['];
      const message = `is not valid YAML: a ${kind} is the key here, which content files do not use; put quotes around text that begins with ${sign}`;
      faults.push({ offset: startOf(key), message });
    } else if (isScalar(key) && keys.has(name)) {
      const message = `${nameOf([...path, name])}: occurs twice; delete one of the two`;
      faults.push({ offset: startOf(key), message });
    }
    keys.add(name);
  }
  return faults;
}

/**
 * Returns the value of a document with its numbers, truth values and nulls as written. A key
 * without a colon, in braces, has no value at all.
 */
export function writtenIn(node: unknown): unknown {
  if (isMap(node)) {
    return Object.fromEntries(
      node.items.map(({ key, value }) => [
        keyOf(key),
        value === null ? undefined : writtenIn(value),
      ]),
    );
  }
  if (isSeq(node)) return node.items.map(writtenIn);
  if (!isScalar(node)) return null;
  return typeof node.value === 'string' || !node.source || node.source === '~'
    ? node.value
    : node.source;
}

/**
 * Returns unsafe characters at their places; escaped ones ("\u202E") at the start of their text.
 */
export function findUnsafeTexts(contents: unknown, source: string): YamlFault[] {
  if (!isSuspect(source) && !source.includes('\\')) return [];
  const faults: YamlFault[] = [];
  visitNodes(contents, [], (node, path) => {
    if (!isScalar(node) || typeof node.value !== 'string' || faults.length > MAX_PROBLEMS) return;
    for (const { offset, message } of describeUnsafe(node.value)) {
      const place = placeIn(source, node, node.value, offset);
      faults.push({ offset: place, message: `${nameOf(path)}: ${message}` });
    }
  });
  return faults;
}

/** The place of a character of a value in the source: the same number of them precede it there. */
function placeIn(source: string, node: Scalar, value: string, offset: number): number {
  const [start, end] = node.range ?? [0, 0];
  const character = String.fromCodePoint(value.codePointAt(offset) ?? 0);
  const before = value.slice(0, offset).split(character).length - 1;
  let place = start - 1;
  for (let times = 0; times <= before; times++) {
    place = source.indexOf(character, place + 1);
    if (place < 0 || place >= end) return start;
  }
  return place;
}

/** Visits a node and everything in it. The depth of documents is bounded. */
function visitNodes(node: unknown, path: PropertyKey[], visit: Visit): void {
  visit(node, path);
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      path.push(keyOf(key));
      if (!isScalar(key)) visitNodes(key, path, visit);
      visitNodes(value, path, visit);
      path.pop();
    }
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      path.push(index);
      visitNodes(item, path, visit);
      path.pop();
    }
  }
}

/** Returns a key as a member of an object; "?" if it is not a scalar. */
function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value ?? '') : '?';
}

function startOf({ range }: { readonly range?: readonly number[] | null }): number {
  return range?.[0] ?? 0;
}
