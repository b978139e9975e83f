import type { Draft, Located } from './content.ts';
import { type ContentProblem, problemAt, warningAt } from './content-problem.ts';
import { type Named, wordsOf } from './mentions.ts';
import type { Locate } from './parse-yaml.ts';

type Entry = {
  readonly id: string;
  readonly file: string;
  readonly locate: Locate;
  readonly path: PropertyKey[];
};

/** Ids and names stand once each; a removed review's file ought to be gone; dates keep their order. */
export function checkIdentity(draft: Draft): ContentProblem[] {
  const { technicians, services, serviceAreas, aspects, questions, removals } = draft;
  const lists = [technicians, services, serviceAreas, aspects, questions, removals];
  return [
    ...lists.flatMap((list) =>
      list
        ? findDuplicates(list.value.map(({ id }, index) => ({ ...list, id, path: [index, 'id'] })))
        : [],
    ),
    ...findDuplicates(
      draft.reviews.map((review) => ({ ...review, id: review.value.id, path: ['id'] })),
    ),
    ...[technicians, services, serviceAreas].flatMap((list) => (list ? findSharedNames(list) : [])),
    ...warnOfRemovedFiles(draft),
    ...checkDates(draft),
  ];
}

function findDuplicates(entries: readonly Entry[]): ContentProblem[] {
  const first = new Map<string, Entry>();
  const problems: ContentProblem[] = [];
  for (const entry of entries) {
    const known = first.get(entry.id);
    if (!known) {
      first.set(entry.id, entry);
      continue;
    }
    const { line } = known.locate(known.path);
    const message = `id: "${entry.id}" is taken by ${known.file}:${line}; give each its own id`;
    problems.push(problemAt(entry.file, entry.locate(entry.path), message));
  }
  return problems;
}

/** A name that means two things is a mention of neither. */
function findSharedNames(list: Located<readonly Named[]>): ContentProblem[] {
  const owners = new Map<string, string>();
  const problems: ContentProblem[] = [];
  for (const [index, { id, name, aliases }] of list.value.entries()) {
    const called: [string, PropertyKey[]][] = [
      [name, ['name']],
      [id, ['id']],
      ...aliases.map((alias, place): [string, PropertyKey[]] => [alias, ['aliases', place]]),
    ];
    for (const [text, path] of called) {
      const key = wordsOf(text).join(' ').trim();
      if (key === '') continue;
      const owner = owners.get(key) ?? id;
      owners.set(key, owner);
      if (owner === id) continue;
      const message = `${path.join('.')}: "${text}" also means ${owner}; give each its own names`;
      problems.push(problemAt(list.file, list.locate([index, ...path]), message));
    }
  }
  return problems;
}

function warnOfRemovedFiles({ reviews, removals }: Draft): ContentProblem[] {
  const removed = new Set(removals?.value.map(({ id }) => id));
  return reviews
    .filter(({ value }) => removed.has(value.id))
    .map(({ file, locate }) =>
      warningAt(
        file,
        locate(['id']),
        'id: stands in removed.yaml and is not published; delete this file',
      ),
    );
}

function checkDates({ reviews }: Draft): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const { file, value, locate } of reviews) {
    const { datePublished, dateModified, ownerReply } = value;
    const refuse = (path: PropertyKey[], message: string) =>
      problems.push(problemAt(file, locate(path), message));
    if (dateModified !== undefined && dateModified < datePublished) {
      refuse(['dateModified'], `dateModified: lies before datePublished ${datePublished}`);
    }
    const replied = ownerReply?.datePublished;
    if (replied !== undefined && replied < datePublished) {
      refuse(
        ['ownerReply', 'datePublished'],
        `ownerReply.datePublished: lies before the review's ${datePublished}`,
      );
    }
    const replyModified = ownerReply?.dateModified;
    if (replied !== undefined && replyModified !== undefined && replyModified < replied) {
      refuse(
        ['ownerReply', 'dateModified'],
        `ownerReply.dateModified: lies before its datePublished ${replied}`,
      );
    }
  }
  return problems;
}
