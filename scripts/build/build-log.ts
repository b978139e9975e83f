import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '#dataset/dataset.ts';
import { DATASET_FILE, PUBLIC_FOLDER, readKeptLog, readManifest } from '#release/manifest.ts';
import { readStoredEntities } from '#release/stored-dataset.ts';
import { compareReviewsJson, findChanges } from '#search/changes/find-changes.ts';
import { beginKeptLog, growKeptLog, type KeptLog } from '#search/changes/kept-log.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { createLogId } from '../../sidecar/store/stored-log.ts';

type Built = {
  readonly ordinal: number;
  readonly removed: Dataset['removed'];
  readonly reviewsJson: Pieces;
};

/**
 * The change log of a release that is built after the one in a folder. It goes on where that one has a
 * log, and what it published can be read; otherwise one begins. `now` is in milliseconds since 1970.
 */
export function logAfter(folder: string, built: Built, now: number): KeptLog {
  const before = readBefore(folder);
  if (!before) return beginKeptLog(createLogId(), built.ordinal, now);
  const edit = compareReviewsJson(before.reviewsJson, built.reviewsJson);
  const tombstones = { before: before.removed, after: built.removed };
  return growKeptLog(before.log, built.ordinal, findChanges({ ...edit, tombstones }), now);
}

type Before = Omit<Built, 'ordinal'> & { readonly log: KeptLog };

/** What is in the folder; undefined where any of it is missing, damaged or of another format. */
function readBefore(folder: string): Before | undefined {
  const manifest = readManifest(folder, (path) => path === REVIEWS);
  const log = manifest && readKeptLog(folder, manifest.ordinal);
  const etag = manifest?.entries[0]?.variants.identity.etag;
  if (!log) return undefined;
  try {
    const reviewsJson = readFileSync(join(folder, PUBLIC_FOLDER, REVIEWS));
    const dataset = readFileSync(join(folder, DATASET_FILE));
    const isWhole = strongEtag(reviewsJson) === etag && strongEtag(dataset) === manifest.dataset;
    const { removed } = readStoredEntities(dataset);
    return isWhole ? { log, reviewsJson: [reviewsJson], removed } : undefined;
  } catch {
    return undefined;
  }
}

const REVIEWS = '/reviews.json';
