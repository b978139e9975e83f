import { parseDocument } from 'yaml';
import { z } from 'zod';
import { positionIn } from '#dataset/content-problem.ts';
import { splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { offsetOf } from '#dataset/read/parse-yaml.ts';
import type { FileEdit } from '../edit-file.ts';
import { insertItem, removeItem } from './yaml-list.ts';

/** A list of review ids in the texts of editors: evidence of a claim, or quotes of an aspect. */
export type CitingList = {
  readonly file: string;
  readonly kind: 'evidence' | 'quotes';
  /** The citing text; no other list of the file has the same. */
  readonly label: string;
  /** The place of the list in the YAML of the file. */
  readonly path: readonly (string | number)[];
  readonly ids: readonly string[];
  readonly line: number;
};

export const CITING_FILES = ['faq.yaml', 'summary.md', 'aspects.yaml'] as const;
type CitingFile = (typeof CITING_FILES)[number];

type Texts = { readonly get: (file: string) => string | undefined };

/**
 * Returns all lists of ids. A file that is not valid YAML has none, and invalid entries are
 * skipped.
 */
export function findCitingLists(texts: Texts): CitingList[] {
  return CITING_FILES.flatMap((file) => listsIn(file, texts.get(file)));
}

/** The outcome for the citations of a review. */
export type Uncited = {
  readonly edits: readonly FileEdit[];
  /** The lists that have lost the review, as they were. */
  readonly left: readonly CitingList[];
  /** Claims that it alone supports: one without evidence is an error, so they keep it. */
  readonly kept: readonly CitingList[];
  /** Files that name it and cannot be read. */
  readonly unread: readonly string[];
};

/** Takes a review out of all lists. */
export function removeCitations(texts: Texts, id: string): Uncited {
  const left: CitingList[] = [];
  const kept: CitingList[] = [];
  const unread: string[] = [];
  const edits = CITING_FILES.flatMap((file): FileEdit[] => {
    const before = texts.get(file);
    if (before === undefined || !before.includes(id)) return [];
    if (yamlOf(file, before) === undefined) unread.push(file);
    let text = before;
    for (const list of listsIn(file, before)) {
      if (!list.ids.includes(id)) continue;
      const isOnly = list.kind === 'evidence' && list.ids.every((one) => one === id);
      const rest = isOnly ? undefined : removeAll(text, list, id);
      if (rest === undefined) continue;
      text = rest;
      left.push(list);
    }
    kept.push(...listsIn(file, text).filter(({ ids }) => ids.includes(id)));
    return text === before ? [] : [{ file, before, text }];
  });
  return { edits, left, kept, unread };
}

/** Puts a review back into the lists that had it, if they still exist. */
export function restoreCitations(
  texts: Texts,
  earlier: Texts,
  id: string,
): Pick<Uncited, 'edits'> & { readonly lists: readonly CitingList[] } {
  const lists: CitingList[] = [];
  const edits = CITING_FILES.flatMap((file): FileEdit[] => {
    const before = texts.get(file);
    if (before === undefined) return [];
    let text = before;
    for (const { ids, label } of listsIn(file, earlier.get(file))) {
      const list = listsIn(file, text).find((one) => one.label === label);
      if (!ids.includes(id) || !list || list.ids.includes(id)) continue;
      const index = placeAmong(list.ids, ids.slice(0, ids.indexOf(id)));
      const restored = editYaml(file, text, (yaml) => insertItem(yaml, list.path, index, id));
      if (restored === undefined) continue;
      text = restored;
      lists.push(list);
    }
    return text === before ? [] : [{ file, before, text }];
  });
  return { edits, lists };
}

/** After the last of those that were before it, else first. */
function placeAmong(ids: readonly string[], before: readonly string[]): number {
  const nearest = before.findLast((one) => ids.includes(one));
  return nearest === undefined ? 0 : ids.indexOf(nearest) + 1;
}

function removeAll(text: string, { file, path, ids }: CitingList, id: string): string | undefined {
  return editYaml(file, text, (yaml) => {
    let rest: string | undefined = yaml;
    for (const index of [...ids.keys()].reverse()) {
      if (ids[index] === id && rest !== undefined) rest = removeItem(rest, [...path, index]);
    }
    return rest;
  });
}

const Claim = z.looseObject({ evidence: z.array(z.string()) });
const Answer = Claim.extend({ id: z.string() });
const Finding = Claim.extend({ text: z.string() });
const Ids = z.array(z.string()).default([]);
const Quoting = z.looseObject({
  id: z.string(),
  quotes: z.looseObject({ pin: Ids, veto: Ids }).default({ pin: [], veto: [] }),
});

function listsIn(file: CitingFile, text: string | undefined): CitingList[] {
  const yaml = text === undefined ? undefined : yamlOf(file, text);
  if (text === undefined || yaml === undefined) return [];
  const document = parseDocument(yaml);
  const value: unknown = document.toJS() ?? {};
  const firstLine = file === 'summary.md' ? 2 : 1;
  return READERS[file](value).map((list) => {
    const { line } = positionIn(yaml, offsetOf(document, list.path));
    return { file, ...list, line: line + firstLine - 1 };
  });
}

type Found = Omit<CitingList, 'file' | 'line'>;

const READERS: Readonly<Record<CitingFile, (value: unknown) => Found[]>> = {
  'faq.yaml': (value) =>
    entriesOf(value, Answer).map(([index, { id, evidence }]) => ({
      kind: 'evidence',
      label: `the answer "${id}"`,
      path: [index, 'evidence'],
      ids: evidence,
    })),
  'summary.md': (value) =>
    ['strengths', 'concerns'].flatMap((key) =>
      entriesOf(memberOf(value, key), Finding).map(
        ([index, { text, evidence }]): Found => ({
          kind: 'evidence',
          label: `"${text}" among the ${key}`,
          path: [key, index, 'evidence'],
          ids: evidence,
        }),
      ),
    ),
  'aspects.yaml': (value) => {
    const top = Array.isArray(value) ? [] : ['aspects'];
    const aspects = Array.isArray(value) ? value : memberOf(value, 'aspects');
    return entriesOf(aspects, Quoting).flatMap(([index, { id, quotes }]) =>
      (['pin', 'veto'] as const).map(
        (key): Found => ({
          kind: 'quotes',
          label: `${key === 'pin' ? 'the pinned' : 'the vetoed'} quotes of "${id}"`,
          path: [...top, index, 'quotes', key],
          ids: quotes[key],
        }),
      ),
    );
  },
};

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function entriesOf<Entry extends z.ZodType>(
  list: unknown,
  entry: Entry,
): (readonly [number, z.output<Entry>])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index) => {
    const { data } = entry.safeParse(item);
    return data === undefined ? [] : [[index, data] as const];
  });
}

/** Returns the YAML of a file, or undefined if it has none that is valid. */
function yamlOf(file: CitingFile, text: string): string | undefined {
  const yaml = file === 'summary.md' ? splitFrontMatter(text)?.frontMatter : text;
  if (yaml === undefined || parseDocument(yaml).errors.length > 0) return undefined;
  return yaml;
}

function editYaml(
  file: string,
  text: string,
  edit: (yaml: string) => string | undefined,
): string | undefined {
  if (file !== 'summary.md') return edit(text);
  const yaml = splitFrontMatter(text)?.frontMatter;
  const edited = yaml === undefined ? undefined : edit(yaml);
  if (yaml === undefined || edited === undefined) return undefined;
  const start = text.indexOf('\n') + 1;
  return text.slice(0, start) + edited + text.slice(start + yaml.length);
}
