import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SYNTHETIC_MARKER } from './generate-content.ts';
import type { GeneratedFile } from './review-file.ts';

const BATCH_SIZE = 500;

/** Why a folder may not be written over, or undefined where it may: it is new, empty or ours. */
export function findObstacle(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    if (readdirSync(folder).length === 0) return undefined;
    const business = readFileSync(join(folder, 'business.yaml'), 'utf8');
    if (business.startsWith(SYNTHETIC_MARKER)) return undefined;
  } catch {
    // Not a folder, or one without a business.yaml: as little ours as one without the marker.
  }
  return `${folder} is not empty and was not made by generate; name a new folder with --out.`;
}

/**
 * Writes files below a folder and removes the reviews that stood there. Tells after each batch how
 * many are written, and lets a progress bar draw.
 */
export async function writeContent(
  folder: string,
  files: Iterable<GeneratedFile>,
  progress: (written: number) => void = () => {},
): Promise<number> {
  rmSync(join(folder, 'reviews'), { recursive: true, force: true });
  const created = new Set<string>();
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!created.has(parent)) {
      mkdirSync(parent, { recursive: true });
      created.add(parent);
    }
    // Writing synchronously is three times faster than through promises for files this small.
    writeFileSync(file, text);
    written++;
    if (written % BATCH_SIZE === 0) {
      progress(written);
      await setImmediate();
    }
  }
  return written;
}
