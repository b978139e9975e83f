import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ManifestEntry } from '#artifacts/manifest.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { applyDelta, type BodyDelta, DeltaStep } from './body-delta.ts';
import { BrokenPackError, openPack, type Pack } from './pack.ts';
import type { PackedFile } from './packed-file.ts';
import { type PackContent, writePack } from './write-pack.ts';

/** A large file that is stored as what changed since an earlier pack in the same folder. */
export type StoredDelta = {
  readonly entry: ManifestEntry;
  /** The earlier pack, which holds the file whole. */
  readonly base: string;
  readonly delta: BodyDelta;
};

const STEPS = 'delta.json';
const ADDED = 'delta.bytes';

const Steps = z.strictObject({
  base: z.string(),
  entry: ManifestEntry,
  steps: z.array(DeltaStep),
});

/**
 * Writes the pack of a data release. With a delta, the file that it describes is not written whole:
 * after one edit, a release of a hundred thousand reviews takes some kilobytes.
 */
export async function writeDataPack(
  file: string,
  content: PackContent & { readonly files: Iterable<PackedFile> },
  stored?: StoredDelta,
): Promise<void> {
  if (!stored) {
    await writePack(file, content);
    return;
  }
  const { entry, base, delta } = stored;
  const steps: z.infer<typeof Steps> = { base: basename(base), entry, steps: [...delta.steps] };
  await writePack(file, {
    ...content,
    members: {
      ...content.members,
      [STEPS]: Buffer.from(JSON.stringify(steps)),
      [ADDED]: delta.added,
    },
    files: [...content.files].filter((one) => one.entry.path !== entry.path),
  });
}

/**
 * Opens the pack of a data release, whole: what it shares with an earlier pack is put together.
 * Throws a BrokenPackError where it, or the earlier one, is not what was written.
 */
export function openDataPack(file: string): Pack & { readonly base: string | undefined } {
  const pack = openPack(readFileSync(file));
  const steps = pack.member(STEPS);
  const added = pack.member(ADDED);
  if (!steps || !added) return { ...pack, base: undefined };
  const { base, entry, steps: taken } = Steps.parse(JSON.parse(steps.toString('utf8')));
  const baseFile = join(dirname(file), base);
  const whole = openPack(readFileSync(baseFile)).get(entry.path)?.bodies.identity;
  if (!whole) throw new BrokenPackError(`rests on ${base}, which does not hold ${entry.path}`);
  const identity = applyDelta(whole, { steps: taken, added });
  const put: PackedFile<Buffer> = { entry, bodies: { identity } };
  return {
    ...pack,
    base: baseFile,
    size: pack.size + 1,
    get: (path) => (path === entry.path ? put : pack.get(path)),
    paths: () => [...pack.paths(), entry.path].sort(),
    verify() {
      pack.verify();
      if (strongEtag(identity) === entry.variants.identity.etag) return;
      throw new BrokenPackError(`rests on another ${base} than was there when it was written`);
    },
  };
}
