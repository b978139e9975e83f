/**
 * Edits of an editor's files: text goes in the place of other text, and everything outside stays.
 *
 * yaml-edit.ts changes a member or an item by a splice of yaml-elements.ts, and reads its outcome
 * back; where the notation does not allow that, a person is asked to write the change.
 * review-file.ts, citations.ts and tombstones.ts edit reviews, the lists that cite them, and
 * removed.yaml. edit-folder.ts writes files, all or none, while folder-lock.ts keeps others out.
 */
import { splitFrontMatter } from '#dataset/read/parse-markdown.ts';

/** Returns a YAML text after an edit; undefined if its notation does not allow it. */
export type YamlEdit = (yaml: string) => string | undefined;

/** Makes edits of a file one after the other; returns undefined if one of them cannot be made. */
export function edit(file: string, text: string, edits: Iterable<YamlEdit>): string | undefined {
  let edited = text;
  for (const make of edits) {
    const yaml = yamlIn(file, edited);
    const changed = yaml === undefined ? undefined : make(yaml);
    if (yaml === undefined || changed === undefined) return undefined;
    edited = changed + edited.slice(yaml.length);
  }
  return edited;
}

/** Returns the YAML with which a file begins; undefined if it does not begin with any. */
export function yamlIn(file: string, text: string): string | undefined {
  if (!file.endsWith('.md')) return text;
  const front = splitFrontMatter(text)?.frontMatter;
  return front === undefined ? undefined : text.slice(0, text.indexOf('\n') + 1 + front.length);
}
