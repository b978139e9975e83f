import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { isOf } from '../stored-folder.ts';
import { findPrefix, git, readObjects } from './run-git.ts';

/*
 * The history of a content folder in git, from which reviews come back. Git lists each version of
 * each file once, after the last commit that contains it.
 */

/** If more files are gone, only the last ones are read. */
const MAX_GONE = 20_000;

/** A version of a review in git. */
type OldReview = {
  readonly file: string;
  readonly bytes: Buffer;
  /** The last commit that contains it. */
  readonly commit: string;
  /** Undefined if it is not a valid review. */
  readonly review: StoredReview | undefined;
};

/** Returns the last committed version of a review; undefined if git has none. */
export async function findLastVersion(root: string, id: string): Promise<OldReview | undefined> {
  // The folder's own line of commits, then branches: what these have may be older.
  for (const how of ['--first-parent', '--full-history']) {
    for (const { file, bytes, commit } of await readVersions(root, await listVersions(root, how))) {
      if (!bytes.includes(id) && !file.includes(id)) continue;
      const text = textOf(bytes);
      const review = parseReview(file, text).value;
      if (review ? review.id === id : isOf(id, file, text)) return { file, bytes, commit, review };
    }
  }
  return undefined;
}

/**
 * Returns published reviews that were deleted without a tombstone; `isKnown` names those that exist
 * or have one.
 */
export async function findDeletedWithoutTombstone(root: string, isKnown: (id: string) => boolean) {
  const found = new Map<string, OldReview>();
  const versions = await listVersions(root, '--full-history');
  const gone = versions.filter(({ file }) => !existsSync(join(root, file))).slice(0, MAX_GONE);
  for (const old of await readVersions(root, gone)) {
    const review = parseReview(old.file, textOf(old.bytes)).value;
    if (review && !isKnown(review.id) && !found.has(review.id))
      found.set(review.id, { ...old, review });
  }
  return [...found.values()].filter(({ review }) => review?.verification.status === 'verified');
}

/** Returns the texts of files of the folder at a commit, without those that did not exist. */
export async function readAt(root: string, commit: string, files: readonly string[]) {
  const names = files.map((file) => `${commit}:./${file}`);
  const read = await readObjects(root, names);
  return new Map(
    read.flatMap((bytes, index) => (bytes ? [[files[index] ?? '', textOf(bytes)]] : [])),
  );
}

type Version = { readonly file: string; readonly blob: string; readonly commit: string };

/** Lists all versions of all review files, the last first; none without a history. */
async function listVersions(root: string, how: string): Promise<Version[]> {
  const objects = ['--objects', '--in-commit-order'];
  // All of the folder: the commit of a version has the citations as they last were.
  const answer = await git(root, ['rev-list', ...objects, how, 'HEAD', '--', '.']);
  const { length } = await findPrefix(root);
  let commit = '';
  return `${answer ?? ''}`.split('\n').flatMap((line) => {
    const [blob = '', ...path] = line.split(' ');
    if (path.length === 0) commit = blob;
    const file = path.join(' ').slice(length);
    return isReview(file) ? [{ file, blob, commit }] : [];
  });
}

const isReview = (file: string) => file.startsWith('reviews/') && file.endsWith('.md');

async function readVersions(root: string, versions: readonly Version[]) {
  const blobs = versions.map(({ blob }) => blob);
  const read = await readObjects(root, blobs);
  return versions.flatMap((version, index) => {
    const bytes = read[index];
    return bytes ? [{ ...version, bytes }] : [];
  });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}
