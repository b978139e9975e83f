import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeedDocument } from '#artifacts/json-feed.ts';
import type { Manifest, ManifestEntry } from '#artifacts/manifest.ts';
import { CODING_SUFFIX, CODINGS, type Coding, type Representation } from '#artifacts/seal.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { readCorpus } from '#query/corpus.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { PUBLIC_FOLDER } from '#release/manifest-file.ts';
import { type Bodies, preparePublishedFile } from '../http/published-file.ts';
import { loadSearchIndex } from '../search/load-search-index.ts';
import { createRelease, type Release } from './release.ts';

/** Thrown where files of a release are missing or are not what its manifest says. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}

/** Loads a release whole into memory and holds every byte against its manifest. */
export function loadRelease(folder: string, manifest: Manifest): Release {
  const { baseUrl } = manifest.key;
  const files = manifest.entries.map((entry) =>
    preparePublishedFile(entry, readBodies(folder, entry), baseUrl),
  );
  const identity = (path: string): Buffer => {
    const file = files.find((one) => one.path === path);
    if (!file) throw new BrokenReleaseError(`The release in ${folder} holds no ${path}.`);
    return file.identity.body;
  };
  const read = (path: string): unknown => JSON.parse(identity(path).toString('utf8'));
  const reviewsJson = identity('/reviews.json');
  return createRelease({
    manifest,
    files,
    corpus: readCorpus(reviewsJson),
    index: loadSearchIndex(reviewsJson),
    removed: FeedDocument.pick({ _removed: true }).loose().parse(read('/api/feed.json'))._removed,
    technicians: InsightsDocument.pick({ entities: true }).loose().parse(read('/insights.json'))
      .entities.technicians,
  });
}

function readBodies(folder: string, { file, variants }: ManifestEntry): Bodies {
  const read = (representation: Representation, etag: string): Buffer => {
    const path = join(folder, PUBLIC_FOLDER, file + CODING_SUFFIX[representation]);
    const body = readWhole(path);
    if (strongEtag(body) === etag) return body;
    throw new BrokenReleaseError(`${path} is not what its manifest says; build the release again.`);
  };
  const coded = CODINGS.flatMap((coding): [Coding, Buffer][] => {
    const etag = variants[coding]?.etag;
    return etag === undefined ? [] : [[coding, read(coding, etag)]];
  });
  return { identity: read('identity', variants.identity.etag), ...Object.fromEntries(coded) };
}

function readWhole(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new BrokenReleaseError(`${path} cannot be read; build the release again.`, { cause });
  }
}
