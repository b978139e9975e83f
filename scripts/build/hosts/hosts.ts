import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Origins } from '#dataset/dataset.ts';
import type { Build } from '#release/build.ts';
import { makeFolder } from '#release/make-folder.ts';
import { type Manifest, PUBLIC_FOLDER } from '#release/manifest.ts';
import { NOT_FOUND_PAGE, pathOfReview, pathsOfReview } from '#release/page-addresses.ts';
import { createPublishedSource } from '#release/published-source.ts';
import { namesOf } from '#search/question/names.ts';
import { createSearch } from '#search/run-search.ts';
import type { RawHeaders } from '../../../sidecar/http/headers.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { errorBodyOf } from '../../../sidecar/http/send-error.ts';
import { removed as removedError } from '../../../sidecar/routes/published.ts';
import { ERRORS_FOLDER, HOSTS_FOLDER, PUBLIC_HOST_FILES } from '../out-folder.ts';
import { headersFile, redirectsFile, uploadList } from './host-lists.ts';
import { type HostFile, hostRules } from './host-rules.ts';
import { fieldsOf, publishedFields } from './published-fields.ts';
import { caddyfile, nginxConf } from './server-configs.ts';

/*
 * Files by which hosts of files answer as the service does, written beside those of a release:
 *
 *   published-fields.ts  the headers that the service sends with each file
 *   host-rules.ts        paths with equal headers, as few patterns
 *   host-lists.ts        client/_headers and client/_redirects, of Netlify and Cloudflare Pages;
 *                        hosts/upload.tsv, for object stores
 *   server-configs.ts    hosts/nginx.conf and hosts/Caddyfile, of templates in this folder: one
 *                        for files alone, one for a service beside them
 *
 * hosts/errors has the bodies of 404 and 410, outside of the public files, as no host may send them
 * with 200. By its files, nginx and Caddy know the reviews that were taken down. Equal releases
 * have equal files, but for deletions in upload.tsv, which depend on the release before.
 */

type Hosted = Origins & {
  readonly built: Pick<Build, 'dataset' | 'corpus' | 'index'>;
  /** Headers of every answer. */
  readonly headers: RawHeaders;
  /** The release before. */
  readonly before: Pick<Manifest, 'removed' | 'vanished'> | undefined;
};

/** Writes all of these files into the folder of a release that has its public files. */
export function writeHostFiles(folder: string, manifest: Manifest, hosted: Hosted): void {
  for (const [path, text] of hostFiles(manifest, hosted)) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
  const page = NOT_FOUND_PAGE.slice(1);
  copyFileSync(join(folder, PUBLIC_FOLDER, page), join(folder, ERRORS_FOLDER, page));
}

/** Returns the files by their paths in a release, but for the pages of errors. */
export function hostFiles(
  manifest: Pick<Manifest, 'entries' | 'removed' | 'vanished'>,
  { built: { dataset, corpus, index }, headers: always, before, ...origins }: Hosted,
): ReadonlyMap<string, string> {
  const { removed } = dataset;
  const names = namesOf(dataset);
  const questions = createSearch({ index: Promise.resolve(index()), corpus, names });
  const data = () => undefined;
  const release = createPublishedSource({ ...origins, corpus, removed, names, ...questions, data });
  const files = manifest.entries.map((entry): HostFile => {
    return { entry, fields: new Map([...publishedFields(entry, release), ...fieldsOf(always)]) };
  });
  const rules = hostRules(files);
  const site = { rules, always, hasService: origins.sidecarUrl === origins.baseUrl };
  const body = (error: HttpError) => JSON.stringify(errorBodyOf(error, origins.baseUrl));
  const gone = removed.flatMap(({ id }) => pathsOfReview(id));
  const [headers = '', redirects = ''] = PUBLIC_HOST_FILES;
  return new Map([
    [headers, headersFile(rules)],
    [redirects, redirectsFile(gone)],
    [`${HOSTS_FOLDER}/nginx.conf`, nginxConf(site)],
    [`${HOSTS_FOLDER}/Caddyfile`, caddyfile(site)],
    [`${HOSTS_FOLDER}/upload.tsv`, uploadList(files, manifest, before)],
    [`${ERRORS_FOLDER}/404.json`, body(new HttpError(404, NOTHING_HERE))],
    ...removed.map(({ id }): [string, string] => [
      `${ERRORS_FOLDER}/reviews/${id}.json`,
      body(removedError(pathOfReview(id), removed)),
    ]),
  ]);
}

const NOTHING_HERE = 'Nothing is published at this address; /openapi.json lists all addresses.';
