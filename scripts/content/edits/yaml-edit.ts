import { isDeepStrictEqual } from 'node:util';
import { Document, isCollection, isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { applySplice, type YamlEdit } from './edits.ts';
import { type Collection, insertElement, removeElement, replaceElement } from './yaml-elements.ts';

export type Path = readonly (string | number)[];

/**
 * Sets a member of a mapping, or inserts an item into a list; without a value, removes it. Whatever
 * the notation, the edit is made only if its outcome reads as intended.
 */
export function change(path: Path, value?: unknown): YamlEdit {
  const name = path.at(-1) ?? '';
  return (text) => {
    const document = readYaml(text);
    const parent = document?.getIn(path.slice(0, -1), true);
    if (!document || !(isMap(parent) || isSeq(parent))) return undefined;
    if (isMap(parent) !== (typeof name === 'string')) return undefined;
    const index = isMap(parent)
      ? parent.items.findIndex(({ key }) => isScalar(key) && key.value === name)
      : Math.min(Number(name), parent.items.length);
    const like = isMap(parent) ? parent.items[index]?.value : parent.items[0];
    // Of a scalar member, the key and the comment stay.
    const isScalarMember = isMap(parent) && isScalar(like) && typeof value !== 'object';
    const at = { text, parent };
    const attempts = [false, true].map((isQuoted) => {
      if (value === undefined) return removeElement(at, index);
      const one = isMap(parent) ? { [isScalarMember ? '_' : name]: value } : [value];
      const written = write(one, parent, like, isQuoted);
      if (isScalarMember) return replaceElement(at, index, written.slice('_: '.length), like);
      if (isMap(parent) && like) return replaceElement(at, index, written);
      return insertElement(at, index < 0 ? parent.items.length : index, written);
    });
    if (value === undefined) document.deleteIn(path);
    else if (isMap(parent)) document.setIn(path, value);
    else parent.items.splice(index, 0, document.createNode(value));
    return attempts.find((splice) => {
      const read = splice && readYaml(applySplice(text, splice));
      // An empty text is an empty list.
      return read && isDeepStrictEqual(read.toJS() ?? [], document.toJS() ?? []);
    });
  };
}

/** Returns the document of a text that is valid, without aliases, which no content has. */
export function readYaml(text: string): Document.Parsed | undefined {
  const document = parseDocument(text);
  visit(document, { Alias: () => visit.REMOVE });
  return document.errors.length === 0 ? document : undefined;
}

const QUOTED = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;

/** Writes a member or an item in a collection and in the notation of another value. */
function write(one: object, { flow }: Collection, like: unknown, isQuoted: boolean): string {
  // Readers of YAML 1.1 take a date in a list without quotation marks for more than a text.
  const document = new Document(one, { version: Array.isArray(one) ? '1.1' : '1.2' });
  const { contents } = document;
  if (!isCollection(contents)) return '';
  contents.flow = flow === true;
  const [element] = contents.items;
  const value = isPair(element) ? element.value : element;
  if (isCollection(value)) {
    value.flow = value.items.length === 0 || (isCollection(like) && like.flow === true);
  }
  // Several lines are read best as they are.
  const isLine = isScalar(value) && !String(value.value).includes('\n');
  if (isLine && isScalar(like) && like.type && !isQuoted) value.type = like.type;
  const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity };
  const text = document.toString({ ...options, ...(isQuoted && QUOTED) }).trimEnd();
  if (!flow) return text;
  return text.includes('\n') ? '' : text.slice(2, -2);
}
