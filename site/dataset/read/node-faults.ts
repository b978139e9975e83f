import { isAlias, isMap, isNode, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';
import { explainSyntax, type Validate, type YamlFault } from '#dataset/explain/explain-yaml.ts';
import { nameOf } from '#dataset/text/name-of.ts';
import { MAX_PROBLEMS } from '../content-problem.ts';
import { describeUnsafe, isSuspect } from './unsafe-text.ts';

/**
 * Finds valid YAML that content files must not use. Aliases are refused: no content file needs
 * them, nested ones grow without bound, and an editor's "*great*" is not meant as one. Anchors are
 * refused, since "&Sons" would be dropped; so are duplicate keys, of which the last would silently
 * win, and keys that are not text, such as the inner braces of an unquoted "{{ name }}".
 */
export function findNodeFaults(contents: unknown, source: string, isValid: Validate): YamlFault[] {
  const faults: YamlFault[] = [];
  visitNodes(contents, [], (node, path) => {
    if (faults.length > MAX_PROBLEMS) return;
    const anchor = isNode(node) && 'anchor' in node && node.anchor;
    if (isAlias(node) || anchor) {
      const start = startOf(node);
      const offset = anchor ? Math.max(0, source.lastIndexOf(`&${anchor}`, start)) : start;
      faults.push(explainSyntax(source, { offset, message: 'BAD_ALIAS' }, isValid));
    }
    if (isMap(node)) faults.push(...findKeyFaults(node, path));
    if (isScalar(node) && node.comment && isCut(node, source)) {
      const offset = source.indexOf('#', node.range?.[1]);
      faults.push(explainSyntax(source, { offset, message: 'comment within' }, isValid));
    }
  });
  return faults;
}

/** True if a comment probably cuts a text, as in `name: The #1 firm`. */
function isCut({ type, value, range }: Scalar, source: string): boolean {
  const behind = source.slice(range?.[1], range?.[2]);
  return type === 'PLAIN' && typeof value === 'string' && /^[ \t]+#\d/.test(behind);
}

function findKeyFaults(map: YAMLMap, path: Path): YamlFault[] {
  const keys = new Set<string>();
  const faults: YamlFault[] = [];
  for (const { key } of map.items) {
    const name = keyOf(key);
    if (faults.length > MAX_PROBLEMS) break;
    if (isMap(key) || isSeq(key)) {
      const message = `text that begins with ${isMap(key) ? '{' : '['} needs quotes; put quotes around it`;
      faults.push({ offset: startOf(key), message });
    } else if (isScalar(key) && keys.has(name)) {
      const message = `${nameOf([...path, name])}: occurs twice; ${TWICE}`;
      faults.push({ offset: startOf(key), message });
    }
    keys.add(name);
  }
  return faults;
}

const TWICE =
  'if it begins another entry, write a hyphen and a space before it; if it belongs to a key above, indent it further; otherwise delete one of the two';

/**
 * Returns the value of a document with its numbers, truth values and nulls as written. A key
 * without a colon, in braces, has no value at all.
 */
export function writtenIn(node: unknown): unknown {
  if (isMap(node)) {
    const written = (value: unknown) => (value === null ? undefined : writtenIn(value));
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), written(value)]));
  }
  if (isSeq(node)) return node.items.map(writtenIn);
  if (!isScalar(node)) return null;
  const isText = typeof node.value === 'string' || !node.source || node.source === '~';
  return isText ? node.value : node.source;
}

/** Returns unsafe characters, each at the start of its text. */
export function findUnsafeTexts(contents: unknown, source: string): YamlFault[] {
  if (!isSuspect(source) && !source.includes('\\')) return [];
  const faults: YamlFault[] = [];
  visitNodes(contents, [], (node, path) => {
    if (!isScalar(node) || typeof node.value !== 'string' || faults.length > MAX_PROBLEMS) return;
    for (const { message } of describeUnsafe(node.value)) {
      faults.push({ offset: startOf(node), message: `${nameOf(path)}: ${message}` });
    }
  });
  return faults;
}

type Path = readonly PropertyKey[];
type Visit = (node: unknown, path: Path) => void;

/** Visits a node and everything in it. The depth of documents is bounded. */
function visitNodes(node: unknown, path: Path, visit: Visit): void {
  visit(node, path);
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const own = [...path, keyOf(key)];
      for (const child of isScalar(key) ? [value] : [key, value]) visitNodes(child, own, visit);
    }
  }
  const items = isSeq(node) ? node.items : [];
  for (const [index, item] of items.entries()) visitNodes(item, [...path, index], visit);
}

/** Returns a key as a member of an object; "?" if it is not a scalar. */
function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value ?? '') : '?';
}

function startOf({ range }: { readonly range?: readonly number[] | null }): number {
  return range?.[0] ?? 0;
}
