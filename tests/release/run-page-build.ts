import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CATALOG } from '#artifacts/catalog.ts';
import { renderArtifact } from '#artifacts/render-artifact.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import { sealFile } from '#release/seal-file.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { writePack } from '#release/write-pack.ts';
import { REPOSITORY } from '../support/run-script.ts';

/** Writes the pack of a data release, as the sidecar does before it has pages built. */
export async function writeDataPack(
  file: string,
  dataset: Dataset,
  ordinal = 1,
  stored = dataset,
): Promise<void> {
  const sealing = { previous: new Map(), now: new Date('2026-11-20T08:00:00Z') };
  await writePack(file, {
    meta: { ordinal, key: { content: String(ordinal), baseUrl: dataset.baseUrl, code: 'code' } },
    members: { [DATASET_FILE]: serializeDataset(stored) },
    files: await Promise.all(
      CATALOG.map(({ path }) => sealFile(path.slice(1), renderArtifact(path, dataset), sealing)),
    ),
  });
}

/** Starts `scripts/build-pages.ts`. */
export function startPageBuild(options: Readonly<Record<string, string>>) {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [join(REPOSITORY, 'scripts/build-pages.ts'), ...args]);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const outcome = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(
    ([status, stdout, stderr]) => ({ status, stdout, stderr }),
  );
  return { child, outcome };
}
