import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import type { FormatSource } from '#formats/formats.ts';
import { makeFormat as writeFormat } from '#formats/make-format.ts';
import { parseReview, readReviewLines } from '#search/corpus/review-records.ts';
import { namesOf } from '#search/question/names.ts';

/** A dataset as formats are made of it: what stands in its reviews.json. */
export function formatSourceOf(dataset: Dataset): FormatSource {
  const lines = readReviewLines([renderReviewsJson(dataset)]);
  const { baseUrl, dateModified, business, aggregateRating, collection, removed } = dataset;
  return {
    baseUrl,
    head: { dateModified, business, aggregateRating, collection, count: lines.length },
    names: namesOf(dataset),
    removed,
    lines: () => lines.values(),
    reviews: function* () {
      for (const line of lines) yield Review.parse(parseReview(line));
    },
  };
}

/** The bytes of a format. */
export function makeFormat(path: string, source: FormatSource): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-format-'));
  const file = join(folder, 'database');
  const pieces: Uint8Array[] = [];
  let database: DatabaseSync | undefined;
  const openDatabase = () => {
    database = new DatabaseSync(file);
    return database;
  };
  try {
    writeFormat(path, source, { write: (bytes) => pieces.push(bytes), openDatabase });
    return database ? readFileSync(file) : Buffer.concat(pieces);
  } finally {
    if (database?.isOpen) database.close();
    rmSync(folder, { recursive: true });
  }
}
