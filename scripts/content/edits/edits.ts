/**
 * Edits of an editor's files: text goes in the place of other text, and every byte outside stays.
 *
 * yaml-edit.ts makes the splice that changes a member or an item by yaml-elements.ts, and reads its
 * outcome back; where the notation does not allow that, a person is asked to write the change.
 * review-file.ts, citations.ts and tombstones.ts edit reviews, the lists that cite them, and
 * removed.yaml. edit-folder.ts writes files, all or none, while folder-lock.ts keeps others out.
 */
import { splitFrontMatter } from '#dataset/read/parse-markdown.ts';

export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** A text after an edit. Each splice applies to the outcome of those before it. */
export type Edited = { readonly text: string; readonly splices: readonly Splice[] };

/** Returns the splice of an edit of a YAML text; undefined if its notation does not allow it. */
export type YamlEdit = (yaml: string) => Splice | undefined;

/** Makes edits of a file one after the other; returns undefined if one of them cannot be made. */
export function edit(file: string, text: string, edits: Iterable<YamlEdit>): Edited | undefined {
  const splices: Splice[] = [];
  let edited = text;
  for (const spliceOf of edits) {
    const yaml = yamlIn(file, edited);
    const splice = yaml === undefined ? undefined : spliceOf(yaml);
    if (!splice) return undefined;
    edited = applySplice(edited, splice);
    splices.push(splice);
  }
  return { text: edited, splices };
}

/** Returns the YAML with which a file begins; undefined if it does not begin with any. */
export function yamlIn(file: string, text: string): string | undefined {
  if (!file.endsWith('.md')) return text;
  const front = splitFrontMatter(text)?.frontMatter;
  return front === undefined ? undefined : text.slice(0, text.indexOf('\n') + 1 + front.length);
}

export function applySplice(text: string, { start, end, text: piece }: Splice): string {
  return text.slice(0, start) + piece + text.slice(end);
}

/** Applies splices of a text to its file, whose line ends stay; new lines end as its first one. */
export function applyToRaw(raw: string, splices: readonly Splice[]): string {
  const [lineEnd = '\n'] = /\r?\n/.exec(raw) ?? [];
  const [mark = ''] = /^\ufeff/.exec(raw) ?? [];
  // A line end is one character, as in the text.
  let characters: readonly string[] = raw.slice(mark.length).match(/\r\n|./gs) ?? [];
  for (const { start, end, text } of splices) {
    const more = text.split('').map((character) => (character === '\n' ? lineEnd : character));
    characters = [...characters.slice(0, start), ...more, ...characters.slice(end)];
  }
  return mark + characters.join('');
}
