import { setImmediate } from 'node:timers/promises';
import { CATALOG } from '#artifacts/catalog.ts';
import type { Origins, Removal } from '#dataset/dataset.ts';
import { idsAlone, type ReleaseFacts } from '#release/manifest.ts';
import { createPublishedSource } from '#release/published-source.ts';
import type { EncodedFile } from '#release/release.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createSearch, type Questions } from '#search/run-search.ts';
import type { PublishedFile } from '../http/published-file.ts';
import { prepareDataFile } from './prepare-data.ts';

/*
 * The served release, in memory. Each comes from the publisher's thread (sidecar/publish), the
 * first one from disk. CurrentRelease holds the one reference that all requests read, and swaps it
 * in one assignment; prepare-data.ts adds the headers of its files. Compressed variants of large
 * files are added by codings.ts while it is served.
 */

/** Everything that is published at one time, in memory: an answer comes from one. */
export type Release = Origins & {
  readonly ordinal: number;
  /** The data files by path: another map if one of them was replaced. */
  readonly files: ReadonlyMap<string, PublishedFile>;
  /** Replaces a data file with the same bytes and compressed variants. */
  readonly replaceFile: (path: string, file: PublishedFile) => void;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  /** See ReviewSource. */
  readonly removedAlone: readonly string[];
  /** The addresses of earlier releases that this one lacks. */
  readonly vanished: ReadonlySet<string>;
  /** The entities that questions can name. */
  readonly names: EntityNames;
  /** The changes up to this release. */
  readonly changes: ChangeLog;
  readonly search: Questions['search'];
  /** The source of pages and agents. */
  readonly published: ReviewSource;
};

/** The contents of a release. They may cross to another thread. */
export type ReleaseContents = {
  readonly facts: ReleaseFacts;
  readonly files: readonly EncodedFile[];
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  readonly names: EntityNames;
  readonly changes: ChangeLog;
};

/** Creates a release in which questions wait until the index is loaded. */
export function createRelease(
  { facts, files: encoded, corpus, removed, names, changes }: ReleaseContents,
  index: Promise<SearchIndexData>,
): Release {
  const { ordinal, vanished } = facts;
  const { baseUrl } = facts.key;
  const origins = { baseUrl, sidecarUrl: facts.key.sidecarUrl || undefined };
  let files: Release['files'] = new Map(
    encoded.map((file) => [file.entry.path, prepareDataFile(file, corpus, origins)]),
  );
  const removedAlone = idsAlone(facts, removed);
  const questions = createSearch({ index, corpus, names, pause: () => setImmediate() });
  const published = createPublishedSource({
    ...origins,
    corpus,
    removed,
    removedAlone,
    names,
    ...questions,
    data: (path) => {
      const file = files.get(path);
      if (!file) return undefined;
      const { mediaType, lastModified, identity } = file;
      return { mediaType, lastModified, body: identity.body, etag: identity.etag };
    },
  });
  return {
    ordinal,
    ...origins,
    get files() {
      return files;
    },
    replaceFile: (path, file) => {
      files = new Map(files).set(path, file);
    },
    corpus,
    removed,
    removedAlone,
    vanished: new Set(vanished),
    names,
    changes,
    search: questions.search,
    published,
  };
}

/** Returns the paths of the data files whose bytes differ between two releases. */
export function changedArtifacts(before: Release | undefined, after: Release): string[] {
  const etagAt = (release: Release | undefined, path: string) =>
    release?.files.get(path)?.identity.etag;
  return CATALOG.map(({ path }) => path).filter(
    (path) => etagAt(before, path) !== etagAt(after, path),
  );
}
