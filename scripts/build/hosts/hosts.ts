import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#release/make-folder.ts';
import { type ManifestEntry, PUBLIC_FOLDER } from '#release/manifest.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { RawHeaders } from '../../../sidecar/http/headers.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { errorBodyOf } from '../../../sidecar/http/send-error.ts';
import { removed as removedError } from '../../../sidecar/routes/published.ts';
import { pathOfReview } from '#release/page-addresses.ts';
import { caddyfile } from './caddy.ts';
import { hostRules } from './host-rules.ts';
import { headersFile, redirectsFile } from './netlify.ts';
import { nginxConf } from './nginx.ts';
import { fieldsOf, publishedFields } from './published-fields.ts';
import { uploadList } from './upload-list.ts';

/*
 * Files by which hosts of files answer as the service does, written beside those of a release:
 *
 *   published-fields.ts  the headers that the service sends with each file
 *   host-rules.ts        paths with equal headers, as few patterns
 *   netlify.ts           client/_headers and client/_redirects, of Netlify and Cloudflare Pages
 *   host-site.ts         what a server of one's own needs to know besides
 *   nginx.ts, caddy.ts   hosts/nginx.conf and hosts/Caddyfile, to include in a site
 *   upload-list.ts       hosts/upload.tsv, for object stores
 *
 * hosts/errors has the bodies of 404 and 410, outside of the public files, as no host may send them
 * with 200. By its files, nginx and Caddy know the reviews that were taken down. Equal releases
 * have equal files.
 */

/** The folder of these files in a release, and those among the public ones. */
export const HOSTS_FOLDER = 'hosts';
export const ERRORS_FOLDER = `${HOSTS_FOLDER}/errors`;
export const PUBLIC_HOST_FILES = ['_headers', '_redirects'].map(
  (name) => `${PUBLIC_FOLDER}/${name}`,
);

type Hosted = {
  readonly entries: readonly ManifestEntry[];
  /** The addresses that only earlier releases had. */
  readonly vanished: readonly string[];
  readonly release: ReviewSource;
  /** Headers of every answer. */
  readonly always: RawHeaders;
  /** True if a service answers at the same origin. */
  readonly hasService: boolean;
};

/** Returns the files for hosts by their path in a release, but for the pages of its errors. */
export function hostFiles({ entries, vanished, release, always, hasService }: Hosted) {
  const { baseUrl, removed } = release;
  const fields = new Map(
    entries.map((entry) => {
      const own = [...publishedFields(entry, release), ...fieldsOf(always)];
      return [entry, new Map(own)] as const;
    }),
  );
  const fieldsAt = (entry: ManifestEntry) => fields.get(entry) ?? new Map();
  const rules = hostRules(entries, fieldsAt);
  const site = { rules, always, hasService };
  const body = (error: HttpError) => JSON.stringify(errorBodyOf(error, baseUrl));
  const [headers = '', redirects = ''] = PUBLIC_HOST_FILES;
  return new Map([
    [headers, headersFile(rules)],
    [redirects, redirectsFile(removed)],
    [`${HOSTS_FOLDER}/nginx.conf`, nginxConf(site)],
    [`${HOSTS_FOLDER}/Caddyfile`, caddyfile(site)],
    [
      `${HOSTS_FOLDER}/upload.tsv`,
      uploadList({ entries, fieldsOf: fieldsAt, vanished, removed }),
    ],
    [`${ERRORS_FOLDER}/404.json`, body(new HttpError(404, NOTHING_HERE))],
    ...removed.map(({ id }): [string, string] => [
      `${ERRORS_FOLDER}/reviews/${id}.json`,
      body(removedError(pathOfReview(id), removed)),
    ]),
  ]);
}

const NOTHING_HERE = 'Nothing is published at this address; /openapi.json lists all addresses.';

/** Writes such files into the folder of a release. */
export function writeHostFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
}
