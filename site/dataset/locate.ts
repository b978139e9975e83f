import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml';

/** Which end of a mapping entry a problem points at. */
type Target = 'key' | 'value';

/** The offset of what stands at the path or, where it is missing, of its nearest parent. */
export function offsetOf(
  document: Document.Parsed,
  path: readonly PropertyKey[],
  target: Target = 'value',
): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, name] of path.entries()) {
    const wanted = depth === path.length - 1 ? target : 'value';
    const child = childOf(node, name);
    if (!child) return offset;
    const start = wanted === 'key' ? startOf(child.key) : startOf(child.value);
    offset = start ?? startOf(child.key) ?? offset;
    node = child.value;
  }
  return offset;
}

type Child = { readonly key?: unknown; readonly value: unknown };

function childOf(node: unknown, name: PropertyKey): Child | undefined {
  if (isMap(node))
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
  if (isSeq(node)) return { value: node.items[Number(name)] };
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
