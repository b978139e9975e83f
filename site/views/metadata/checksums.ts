import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CATALOG } from '#artifacts/catalog.ts';
import { memoize } from '#dataset/edits/memoize.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { FormatFigures } from '#views/views.ts';
import type { MetadataTools } from './metadata.ts';

/** The artifacts that hold data, beside which formats are published. */
const DATASETS = CATALOG.filter((kind) => 'isDataset' in kind).map(({ path }) => path);

/** The data file at a path, as it is to be verified. */
export async function verifiable(path: string, release: ReviewSource): Promise<FormatFigures> {
  const file = await release.file(path);
  if (!file) throw new Error(`The release holds no ${path}.`);
  return { path, bytes: lengthOf(file.body), sha256: await sha256Of(file.body) };
}

/** So much is hashed in about a millisecond. */
const BYTES_A_TURN = 1024 * 1024;

/** The SHA-256 of a body in hex, made once, some of it in each turn of the event loop. */
const sha256Of = memoize(async (body: Pieces): Promise<string> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const piece of body) {
    for (let at = 0; at < piece.length; at += BYTES_A_TURN) {
      const part = piece.subarray(at, at + BYTES_A_TURN);
      hash.update(part);
      bytes += part.length;
      if (bytes < BYTES_A_TURN) continue;
      bytes = 0;
      await setImmediate();
    }
  }
  return hash.digest('hex');
});

/** Renders sha256sums.txt, which `sha256sum --check` reads (GNU coreutils, "cksum output modes"). */
export async function renderChecksums(
  release: ReviewSource,
  tools: MetadataTools,
): Promise<Uint8Array> {
  const files = await Promise.all(DATASETS.map((path) => verifiable(path, release)));
  const all = [...files, ...(await tools.formats())];
  return Buffer.from(all.map(({ path, sha256 }) => `${sha256}  ${path.slice(1)}\n`).join(''));
}
