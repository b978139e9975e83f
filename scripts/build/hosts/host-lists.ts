import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { HTML_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { MANIFEST_FILE, type Manifest, PUBLIC_FOLDER } from '#release/manifest.ts';
import { fileOfPage, NOT_FOUND_PAGE, pathsOfReview } from '#release/page-addresses.ts';
import { type HostFile, type HostRule, SPLAT } from './host-rules.ts';

const WRITTEN = '# Written by npm run build.';
const HEADING = ['action', 'file', 'Content-Type', 'Content-Encoding', 'Cache-Control'];

/**
 * Returns the file `_headers` of Netlify and Cloudflare Pages: at most 100 rules, and 2,000
 * characters per line. Each field of a path is in one rule: where several match, Cloudflare joins
 * its values, and Netlify takes the last.
 */
export function headersFile(rules: readonly HostRule[]): string {
  const isEverywhere = ([name, value]: readonly [string, string]) =>
    rules.every(({ fields }) => fields.get(name) === value);
  const write = (pattern: string, fields: readonly (readonly [string, string])[]) =>
    [pattern, ...fields.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const blocks = rules.map(({ pattern, fields }) => {
    // Netlify would send the placeholder itself.
    const own = [...fields].filter((one) => !isEverywhere(one) && !one[1].includes(SPLAT));
    return write(pattern, own);
  });
  const everywhere = [...(rules[0]?.fields ?? [])].filter(isEverywhere);
  return `${[WRITTEN, write('/*', everywhere), ...blocks].join('\n')}\n`;
}

/**
 * Returns the file `_redirects`: 410 at Netlify for reviews that were taken down. Cloudflare Pages
 * ignores lines with this status, and answers 404.
 */
export function redirectsFile(gone: readonly string[]): string {
  return `${[WRITTEN, ...gone.map((path) => `${path} ${NOT_FOUND_PAGE} 410`)].join('\n')}\n`;
}

type Gone = Pick<Manifest, 'removed' | 'vanished'>;

/**
 * Returns the order in which object stores get the files, one per line: the deletion of reviews that
 * were taken down, hashed files, which pages name, then data, pages, the deletion of other addresses
 * that are gone, and last the manifest. Deletions are of what is gone since the release before.
 */
export function uploadList(files: readonly HostFile[], gone: Gone, before?: Gone): string {
  const stageOf = ({ entry: { path, mediaType } }: HostFile) =>
    path.startsWith('/_astro/') ? 0 : mediaType === HTML_TYPE ? 2 : 1;
  const rowsOf = (action: string, file: string, [type, cache]: readonly string[]) =>
    REPRESENTATIONS.map((one) => {
      const coding = one === 'identity' ? '-' : one;
      return [action, `${PUBLIC_FOLDER}/${file}${CODING_SUFFIX[one]}`, type, coding, cache];
    });
  const puts = files
    .toSorted((a, b) => stageOf(a) - stageOf(b))
    .flatMap(({ entry: { file, mediaType, variants }, fields }) =>
      rowsOf('put', file, [mediaType, fields.get('Cache-Control') ?? '-']).filter(
        (_, at) => variants[REPRESENTATIONS[at] ?? 'identity'],
      ),
    );
  const known = new Set(before && [...before.removed.flatMap(pathsOfReview), ...before.vanished]);
  const deletionsOf = (paths: readonly string[]) =>
    paths
      .filter((path) => !known.has(path))
      .flatMap((path) => rowsOf('delete', fileOfPage(path), ['-', '-']));
  const removed = deletionsOf(gone.removed.flatMap(pathsOfReview));
  const vanished = deletionsOf(gone.vanished);
  const manifest = ['put', MANIFEST_FILE, JSON_TYPE, '-', 'no-store'];
  return [HEADING, ...removed, ...puts, ...vanished, manifest]
    .map((row) => `${row.join('\t')}\n`)
    .join('');
}
