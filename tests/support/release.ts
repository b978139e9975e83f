import {
  existsSync,
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContent } from '#dataset/check/check-content.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { addCodings, build, createReader, lacksCodings, type ReleaseData } from '#release/build.ts';
import {
  createManifest,
  DATASET_FILE,
  type Manifest,
  PUBLIC_FOLDER,
  writeManifest,
} from '#release/manifest.ts';
import { type EncodedFile, writePublicFile } from '#release/release.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { joinPieces, strongEtag } from '#search/corpus/pieces.ts';
import { toDataMessage } from '../../sidecar/publish/messages.ts';
import { writeStored } from '../../sidecar/publish/store/release-folders.ts';
import { createRelease, type Release } from '../../sidecar/release/release.ts';
import { type Files, filesOf } from './content-files.ts';
import { REPOSITORY, runScript } from './run-script.ts';
import { SAMPLE_CONTENT } from './sample-content.ts';

/** The origin of releases that tests make. Its name never resolves (RFC 6761 §6.2). */
export const BASE_URL = 'http://reviews.test:8787';

/** A release made in memory, with everything that its folder would hold. */
export type MadeRelease = {
  readonly release: Release;
  readonly manifest: Manifest;
  readonly data: ReleaseData;
  readonly dataset: Dataset;
  /** Its files with every compressed variant. */
  readonly encoded: readonly EncodedFile[];
  /** dataset.json. */
  readonly stored: Buffer;
};

type Settings = {
  readonly baseUrl?: string;
  /** '' for a static release. */
  readonly sidecarUrl?: string;
  /** The release before, for ordinals and Last-Modified. */
  readonly previous?: Manifest;
  readonly now?: Date;
  /** The addresses that earlier releases had. */
  readonly vanished?: string[];
  /** The change log that ends with it. */
  readonly log?: ChangeLog;
};

/** A change log that begins with a release of a test. */
export const NEW_LOG: ChangeLog = {
  id: 'abcdefghijklmnop',
  floor: { position: 0, time: Date.parse('2026-11-20T08:00:00Z') },
  rows: [],
};

/** Makes a release of content in memory. */
export async function makeRelease(
  content: Files = SAMPLE_CONTENT,
  {
    baseUrl = BASE_URL,
    sidecarUrl = baseUrl,
    previous,
    now = new Date('2026-11-20T08:00:00Z'),
    vanished = [],
    log = NEW_LOG,
  }: Settings = {},
): Promise<MadeRelease> {
  const files = filesOf(content);
  const { ordinal: after = 0, entries: dated = [] } = previous ?? {};
  const origins = { baseUrl, sidecarUrl: sidecarUrl || undefined };
  const how = { ...origins, reader: createReader(), after, dated, now };
  const built = await build(checkContent(files).content, undefined, how);
  const { dataset, blocks, digests, ordinal } = built;
  const encoded = await Promise.all(
    built.files.map(async (file) => (lacksCodings(file) ? addCodings(file) : file)),
  );
  const data = { ...built, files: encoded, log };
  const stored = serializeDataset(dataset, blocks, digests());
  const manifest = createManifest({
    ordinal,
    key: releaseKeyOf(files, origins),
    removed: dataset.removed.map(({ id }) => id),
    vanished,
    dataset: strongEtag(stored),
    entries: encoded.map(({ entry }) => entry),
    log,
  });
  const message = toDataMessage(manifest, data, undefined);
  const release = createRelease(message, Promise.resolve(data.index()));
  return { release, manifest, data, dataset, encoded, stored };
}

/** The identity bytes of a made release's file. Throws where there is none. */
export function bytesAt(encoded: MadeRelease['encoded'], path: string): Uint8Array {
  const found = encoded.find(({ entry }) => entry.path === path);
  if (!found) throw new Error(`The release holds no ${path}.`);
  return joinPieces(found.bodies.identity);
}

/** The digest of the file of each published review, in their order. */
export function digestsOf({ dataset, digests }: Pick<ReleaseData, 'dataset' | 'digests'>) {
  return dataset.reviews.map(({ id }) => digests().get(id));
}

/** Writes a release into a folder, as a build would leave it. */
export function writeRelease(folder: string, { manifest, stored, encoded }: MadeRelease): void {
  for (const file of encoded) {
    writePublicFile(join(folder, PUBLIC_FOLDER), file);
  }
  writeFileSync(join(folder, DATASET_FILE), stored);
  writeManifest(folder, manifest);
}

/** Leaves a release in STATE_DIR, as a service that has ended would. */
export function storeRelease(stateDir: string, { manifest, data }: MadeRelease): void {
  writeStored(stateDir, data, manifest);
}

/** A release key for tests. */
export const RELEASE_KEY = {
  content: 'a',
  baseUrl: 'https://reviews.example',
  sidecarUrl: 'https://reviews.example',
  code: 'b',
};

const STALE_MS = 3_600_000;

/**
 * The folder of a release of the demonstration content for BASE_URL, which is built if it is missing. All
 * test files and runs share it, so nothing may change it.
 */
export async function sharedRelease(): Promise<string> {
  const key = releaseKeyOf(readContent(join(REPOSITORY, 'content')).files, BASE_URL);
  const name = strongEtag(key.content, key.code, key.baseUrl).slice(1, 17);
  const folder = join(tmpdir(), `testimony-demonstration-${name}`);
  if (existsSync(folder)) return folder;
  removeStaleReleases();
  // Several processes may build it; the first to finish renames its own.
  const made = mkdtempSync(`${folder}-`);
  const origins = ['--base-url', BASE_URL, '--sidecar-url', BASE_URL];
  const parameters = ['--content', 'content', ...origins, '--out', made];
  const { status, stderr } = runScript('scripts/build.ts', parameters);
  if (status !== 0) throw new Error(`The demonstration content cannot be built:\n${stderr}`);
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true });
  }
  return folder;
}

function removeStaleReleases(): void {
  for (const folder of globSync(join(tmpdir(), 'testimony-demonstration-*'))) {
    const isStale = Date.now() - statSync(folder).mtimeMs > STALE_MS;
    if (isStale) rmSync(folder, { recursive: true, force: true });
  }
}
