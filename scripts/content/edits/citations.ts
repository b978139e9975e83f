import { isNode } from 'yaml';
import { z } from 'zod';
import { positionIn } from '#dataset/content-problem.ts';
import { offsetOf } from '#dataset/read/parse-yaml.ts';
import { type Edited, edit, type YamlEdit, yamlIn } from './edits.ts';
import { change, type Path, readYaml } from './yaml-edit.ts';

export const CITING_FILES = ['faq.yaml', 'summary.md', 'aspects.yaml'] as const;

/** The place of entries in a file, of a list and a name in each, and words for the list. */
const PLACES = [
  ['faq.yaml', [], ['evidence'], 'id', 'the answer "NAME"'],
  ['summary.md', ['strengths'], ['evidence'], 'text', '"NAME" among the strengths'],
  ['summary.md', ['concerns'], ['evidence'], 'text', '"NAME" among the concerns'],
  ['aspects.yaml', [], ['quotes', 'pin'], 'id', 'the pinned quotes of "NAME"'],
  ['aspects.yaml', [], ['quotes', 'veto'], 'id', 'the vetoed quotes of "NAME"'],
  ['aspects.yaml', ['aspects'], ['quotes', 'pin'], 'id', 'the pinned quotes of "NAME"'],
  ['aspects.yaml', ['aspects'], ['quotes', 'veto'], 'id', 'the vetoed quotes of "NAME"'],
] as const;

/** A list of review ids: evidence of a claim, or quotes of an aspect. No other has its label. */
export type CitingList = NonNullable<ReturnType<typeof listsIn>>[number];

type Texts = { readonly get: (file: string) => string | undefined };

/** Returns all lists of ids. Invalid files have none, and invalid entries are skipped. */
export function findCitingLists(texts: Texts): CitingList[] {
  return CITING_FILES.flatMap((file) => listsIn(file, texts) ?? []);
}

/** Takes a review out of all lists. */
export function removeCitations(texts: Texts, id: string) {
  const isSole = ({ ids }: CitingList) => ids.length > 0 && ids.every((one) => one === id);
  const isKept = (list: CitingList) => list.path.at(-1) === 'evidence' && isSole(list);
  const { edits, changed, refused } = changeLists(texts, (list) => {
    if (isSole(list)) return isKept(list) ? [] : [change(list.path, [])];
    const at = (index: number) => change([...list.path, index]);
    return list.ids.flatMap((one, index) => (one === id ? at(index) : [])).reverse();
  });
  const after = new Map(edits.map(({ file, text }) => [file, text]));
  const left = findCitingLists({ get: (file) => after.get(file) ?? texts.get(file) });
  const isUnread = (file: string) => !listsIn(file, texts) || refused.includes(file);
  return {
    edits,
    /** The lists that have lost the review, as they were. */
    left: changed,
    /** Claims that it alone supports: one without evidence is an error, so they keep it. */
    kept: left.filter(isKept),
    /** Files that still name it: they are invalid, or written in a way that cannot be edited. */
    unread: CITING_FILES.filter((file) => texts.get(file)?.includes(id) && isUnread(file)),
  };
}

/** Puts a review back into the lists that had it, if they still exist. */
export function restoreCitations(texts: Texts, earlier: Texts, id: string) {
  const before = new Map(findCitingLists(earlier).map((one) => [one.file + one.label, one.ids]));
  const { edits, changed, refused } = changeLists(texts, ({ file, label, path, ids }) => {
    const all = before.get(file + label) ?? [];
    if (ids.includes(id) || !all.includes(id)) return [];
    // After the last of those that were before it, else first.
    const nearest = all.slice(0, all.indexOf(id)).findLast((one) => ids.includes(one));
    return [change([...path, nearest === undefined ? 0 : ids.indexOf(nearest) + 1], id)];
  });
  return { edits, lists: changed, refused };
}

/** Makes edits of lists, unless the notation of their file does not allow one of them. */
function changeLists(texts: Texts, editsOf: (list: CitingList) => readonly YamlEdit[]) {
  const edits: (Edited & { readonly file: string; readonly before: string })[] = [];
  const changed: CitingList[] = [];
  const refused: string[] = [];
  for (const file of CITING_FILES) {
    const before = texts.get(file) ?? '';
    const lists = (listsIn(file, texts) ?? []).filter((list) => editsOf(list).length > 0);
    const edited = edit(file, before, lists.flatMap(editsOf));
    if (!edited) refused.push(file);
    else if (lists.length > 0) edits.push({ file, before, ...edited });
    if (edited) changed.push(...lists);
  }
  return { edits, changed, refused };
}

/** Returns the lists of a file with their places; undefined if it is not valid YAML. */
function listsIn(file: string, texts: Texts) {
  const text = texts.get(file) ?? '';
  const yaml = yamlIn(file, text);
  const document = yaml === undefined ? undefined : readYaml(yaml);
  if (!document) return undefined;
  const valueAt = (path: Path): unknown => {
    const node = document.getIn(path, true);
    return isNode(node) ? node.toJS(document) : undefined;
  };
  return PLACES.filter(([place]) => place === file).flatMap(([, entries, list, key, words]) => {
    const all = z.array(z.unknown()).catch([]).parse(valueAt(entries));
    return [...all.keys()].flatMap((index) => {
      const path = [...entries, index, ...list];
      const { data: ids } = z.array(z.string()).safeParse(valueAt(path));
      const { data: name } = z.string().safeParse(valueAt([...entries, index, key]));
      if (!ids || name === undefined) return [];
      const { line } = positionIn(text, offsetOf(document, path));
      return { file, label: words.replace('NAME', () => name), path, ids, line };
    });
  });
}
