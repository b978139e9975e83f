import { utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CODING_SUFFIX } from '#artifacts/encode-variants.ts';
import { FORMATS } from '#formats/formats.ts';
import { makeFolder } from '#release/make-folder.ts';
import { lastModifiedOf, type ManifestEntry } from '#release/manifest.ts';
import type { FormatFigures } from '#views/views.ts';
import { prepareFormat } from '../../sidecar/formats/format-file.ts';
import { encodeFile, makeFile } from '../../sidecar/formats/make-file.ts';
import { createCanceled } from '../../sidecar/pool/canceled.ts';
import type { SentRelease } from '../../sidecar/pool/tasks.ts';

type Places = {
  readonly folder: string;
  readonly previous: ReadonlyMap<string, ManifestEntry>;
  readonly now: Date;
};

/** For files that a web server reads, possibly as another user. */
const PUBLIC_MODE = 0o666;
const NEVER = createCanceled();

/**
 * Writes every format of a release into a folder of public files, in every coding, as the service
 * would send them. Returns their entries and figures.
 */
export async function writeFormats(
  release: SentRelease,
  { folder, previous, now }: Places,
): Promise<{ readonly entries: ManifestEntry[]; readonly figures: FormatFigures[] }> {
  const entries: ManifestEntry[] = [];
  const figures: FormatFigures[] = [];
  for (const format of FORMATS) {
    const { path, mediaType } = format;
    // Each holds up this thread: work for others is handed on between two.
    await setImmediate();
    const file = join(folder, path);
    makeFolder(dirname(file));
    const make = { type: 'make', path, release, file, canceled: NEVER } as const;
    const made = await makeFile(make, PUBLIC_MODE);
    figures.push({ path, ...made });
    const { served } = prepareFormat(format, made, file, release);
    const { etag } = served.identity;
    const lastModified = lastModifiedOf(etag, previous.get(path), now);
    const stamp = (written: string) =>
      utimesSync(written, new Date(lastModified), new Date(lastModified));
    const variants: Partial<ManifestEntry['variants']> = {};
    for (const [coding, variant] of served.coded) {
      const to = file + CODING_SUFFIX[coding];
      const encode = { type: 'encode', coding, from: file, file: to, canceled: NEVER } as const;
      const { bytes } = await encodeFile(encode, PUBLIC_MODE);
      stamp(to);
      variants[coding] = { etag: variant.etag, bytes };
    }
    stamp(file);
    const identity = { etag, bytes: made.bytes };
    const names = { path, file: path.slice(1), mediaType };
    entries.push({ ...names, lastModified, variants: { identity, ...variants } });
  }
  return { entries, figures };
}
