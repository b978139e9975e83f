import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { HTML_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import type { Removal } from '#dataset/dataset.ts';
import { MANIFEST_FILE, type ManifestEntry, PUBLIC_FOLDER } from '#release/manifest.ts';
import { fileOfPage, pathsOfReview } from '#release/page-addresses.ts';
import type { Fields } from './published-fields.ts';

type Uploaded = {
  readonly entries: readonly ManifestEntry[];
  readonly fieldsOf: (entry: ManifestEntry) => Fields;
  readonly vanished: readonly string[];
  readonly removed: readonly Pick<Removal, 'id'>[];
};

const HEADING = ['action', 'file', 'Content-Type', 'Content-Encoding', 'Cache-Control'];

/**
 * Returns the order in which object stores get the files, one a line: hashed files, which pages
 * name, then data, pages, the deletion of everything that is gone, and last the manifest.
 */
export function uploadList({ entries, fieldsOf, vanished, removed }: Uploaded): string {
  const stageOf = ({ path, mediaType }: ManifestEntry) =>
    path.startsWith('/_astro/') ? 0 : mediaType === HTML_TYPE ? 2 : 1;
  const puts = entries
    .toSorted((a, b) => stageOf(a) - stageOf(b))
    .flatMap((entry) => {
      const cache = fieldsOf(entry).get('Cache-Control') ?? '';
      return REPRESENTATIONS.filter((one) => entry.variants[one]).map((one) => {
        const coding = one === 'identity' ? '-' : one;
        const file = `${PUBLIC_FOLDER}/${entry.file}${CODING_SUFFIX[one]}`;
        return ['put', file, entry.mediaType, coding, cache];
      });
    });
  const gone = [...vanished, ...removed.flatMap(({ id }) => pathsOfReview(id))];
  const deletions = gone.flatMap((path) =>
    REPRESENTATIONS.map((one) => {
      const file = `${PUBLIC_FOLDER}/${fileOfPage(path)}${CODING_SUFFIX[one]}`;
      return ['delete', file, '-', one === 'identity' ? '-' : one, '-'];
    }),
  );
  const manifest = ['put', MANIFEST_FILE, JSON_TYPE, '-', 'no-store'];
  return [HEADING, ...puts, ...deletions, manifest].map((row) => `${row.join('\t')}\n`).join('');
}
