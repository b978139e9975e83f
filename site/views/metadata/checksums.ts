import { lengthOf } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { FormatFigures } from '#views/views.ts';
import type { MetadataTools } from './metadata.ts';

/** The artifacts that people download, beside which formats are published. */
const DOWNLOADS = ['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml'];

/** The data file at a path, as it is to be verified. */
export async function verifiable(
  path: string,
  release: ReviewSource,
  { sha256 }: Pick<MetadataTools, 'sha256'>,
): Promise<FormatFigures> {
  const file = await release.file(path);
  if (!file) throw new Error(`The release holds no ${path}.`);
  return { path, bytes: lengthOf(file.body), sha256: await sha256(file.body) };
}

/** Renders sha256sums.txt, which `sha256sum --check` reads (GNU coreutils, "cksum output modes"). */
export async function renderChecksums(
  release: ReviewSource,
  tools: MetadataTools,
): Promise<Uint8Array> {
  const files = await Promise.all(DOWNLOADS.map((path) => verifiable(path, release, tools)));
  const all = [...files, ...(await tools.formats())];
  return Buffer.from(all.map(({ path, sha256 }) => `${sha256}  ${path.slice(1)}\n`).join(''));
}
