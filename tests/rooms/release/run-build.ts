import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '#release/release-key.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

export const BASE_URL = 'https://reviews.harborlaw.example';

type Settings = {
  readonly baseUrl?: string;
  /** '' for a static release. */
  readonly sidecarUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options besides. */
  readonly more?: readonly string[];
};

/** Runs `scripts/build.ts` to its end, as `npm run build` does. */
export function runBuild(
  content: string,
  out: string,
  { baseUrl = BASE_URL, sidecarUrl = baseUrl, env = {}, more = [] }: Settings = {},
) {
  const options = ['--content', content, '--out', out, '--base-url', baseUrl, ...more];
  if (sidecarUrl !== '') options.push('--sidecar-url', sidecarUrl);
  return runScript('scripts/build.ts', options, REPOSITORY, env);
}

/** Something of every file in a folder, by its path. */
function ofFilesIn<Value>(folder: string, read: (file: string) => Value): Record<string, Value> {
  return Object.fromEntries(listFiles(folder).map((file) => [file, read(join(folder, file))]));
}

export const digestsIn = (folder: string) =>
  ofFilesIn(folder, (file) => strongEtag(readFileSync(file)));

/** Of published files: rules of hosts are written by each build. */
export const timesIn = (folder: string) =>
  ofFilesIn(folder, (file) => (/\/_\w+$/.test(file) ? 0 : statSync(file).mtimeMs));
