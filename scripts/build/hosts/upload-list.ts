import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { HTML_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { MANIFEST_FILE, PUBLIC_FOLDER } from '#release/manifest.ts';
import { fileOfPage } from '#release/page-addresses.ts';
import type { HostFile } from './host-rules.ts';

const HEADING = ['action', 'file', 'Content-Type', 'Content-Encoding', 'Cache-Control'];

/**
 * Returns the order in which object stores get the files, one per line: hashed files, which pages
 * name, then data, pages, the deletion of the addresses that are gone, and last the manifest.
 */
export function uploadList(files: readonly HostFile[], gone: readonly string[]): string {
  const stageOf = ({ entry: { path, mediaType } }: HostFile) =>
    path.startsWith('/_astro/') ? 0 : mediaType === HTML_TYPE ? 2 : 1;
  const puts = files
    .toSorted((a, b) => stageOf(a) - stageOf(b))
    .flatMap(({ entry: { file, mediaType, variants }, fields }) =>
      REPRESENTATIONS.filter((one) => variants[one]).map((one) => {
        const coding = one === 'identity' ? '-' : one;
        const name = `${PUBLIC_FOLDER}/${file}${CODING_SUFFIX[one]}`;
        return ['put', name, mediaType, coding, fields.get('Cache-Control') ?? '-'];
      }),
    );
  const deletions = gone.flatMap((path) =>
    REPRESENTATIONS.map((one) => {
      const name = `${PUBLIC_FOLDER}/${fileOfPage(path)}${CODING_SUFFIX[one]}`;
      return ['delete', name, '-', '-', '-'];
    }),
  );
  const manifest = ['put', MANIFEST_FILE, JSON_TYPE, '-', 'no-store'];
  return [HEADING, ...puts, ...deletions, manifest].map((row) => `${row.join('\t')}\n`).join('');
}
