import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createDataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { FormatSource } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { namesOf } from '#search/question/names.ts';
import { makeSample } from '../insights/sample.ts';
import { BENCH_BASE_URL } from '../release.ts';

/** Everything of a release but its reviews. */
type Rest = Omit<FormatSource, 'lines' | 'reviews'>;

const REST = 'rest.json';
const LINE_FEED = 0x0a;
const READ_BYTES = 1024 * 1024;

/** The records of a sample, a line each. */
export const recordsFile = (folder: string): string => join(folder, 'records.ndjson');

/** Writes what formats are made of into a folder. */
export function writeSampleRelease(folder: string, size: number): void {
  const content = makeSample({ texts: 'generated', size });
  const dataset = createDataset(content, BENCH_BASE_URL, createAnnotator());
  const { baseUrl, dateModified, business, aggregateRating, collection, removed } = dataset;
  const count = dataset.reviews.length;
  const rest: Rest = {
    baseUrl,
    head: { dateModified, business, aggregateRating, collection, count },
    names: namesOf(dataset),
    removed,
  };
  writeFileSync(join(folder, REST), JSON.stringify(rest));
  const lines = dataset.reviews.map((review) => `${JSON.stringify(review)}\n`);
  writeFileSync(recordsFile(folder), lines.join(''));
}

/** Reads them, a megabyte at a time: what a format holds in memory is then its own. */
export function openSampleRelease(folder: string): FormatSource {
  const rest = trusted<Rest>(readFileSync(join(folder, REST), 'utf8'));
  const lines = () => readLines(recordsFile(folder));
  return {
    ...rest,
    lines,
    reviews: function* () {
      for (const line of lines()) yield trusted<Review>(line.toString('utf8'));
    },
  };
}

function* readLines(file: string): Iterable<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const piece = Buffer.alloc(READ_BYTES);
      const read = readSync(descriptor, piece);
      if (read === 0) return;
      rest = Buffer.concat([rest, piece.subarray(0, read)]);
      let from = 0;
      for (let to = rest.indexOf(LINE_FEED); to >= 0; to = rest.indexOf(LINE_FEED, from)) {
        yield rest.subarray(from, to);
        from = to + 1;
      }
      rest = rest.subarray(from);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** What this program wrote itself. */
function trusted<Value>(json: string): Value {
  return z.custom<Value>().parse(JSON.parse(json));
}
