import { z } from 'zod';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { openPack, type Pack, type PackedFile, verifyFile } from '#release/pack.ts';
import { BrokenPackError } from '#release/pack-format.ts';
import { readWhole } from '#release/read-pack.ts';
import type { PageInputs } from '../../site/page-inputs.ts';

/** The member of a pack of pages that tells what each page was made of. */
export const INPUTS_MEMBER = 'inputs.json';

const StoredInputs = z.record(z.string(), z.string());

/** The pages before, of which is taken over what is made of the same. */
export type PreviousPages = {
  /** Whether the page at a path would have the same bytes again. */
  isReusable(path: string): boolean;
  /** The pages that are reusable, as they were. */
  readonly reusable: readonly PackedFile<Buffer>[];
  /** The styles and scripts that reusable pages name and that a new build does not have. */
  assetsBeside(paths: ReadonlySet<string>): Iterable<PackedFile>;
  /** The entries before, for Last-Modified. */
  readonly entries: Pick<ReadonlyMap<string, ManifestEntry>, 'get'>;
};

export const NO_PAGES: PreviousPages = {
  isReusable: () => false,
  reusable: [],
  assetsBeside: () => [],
  entries: new Map(),
};

/**
 * Reads the pages before and compares what they were made of. A pack that is missing or broken is
 * none: every page is rendered.
 */
export async function readPreviousPages(file: string, inputs: PageInputs): Promise<PreviousPages> {
  try {
    return compare(openPack(await readWhole(file)), inputs);
  } catch (error) {
    if (error instanceof BrokenPackError || isMissing(error)) return NO_PAGES;
    throw error;
  }
}

function compare(pack: Pack, inputs: PageInputs): PreviousPages {
  const before = inputsOf(pack);
  const isReusable = (path: string) => {
    const digest = inputs.get(path);
    return digest !== undefined && before.get(path) === digest;
  };
  const reusable = [...inputs.keys()].filter(isReusable).flatMap((path) => wholeFile(pack, path));
  return {
    isReusable,
    reusable,
    *assetsBeside(written) {
      const missing = pack.paths().filter((path) => isAsset(path) && !written.has(path));
      for (const path of missing) {
        const isNamed = reusable.some(({ bodies }) => bodies.identity.includes(path));
        if (isNamed) yield* wholeFile(pack, path);
      }
    },
    entries: { get: (path) => pack.get(path)?.entry },
  };
}

/** What the pages of a pack were made of; nothing is known of one that another program wrote. */
function inputsOf(pack: Pack): PageInputs {
  const stored = pack.member(INPUTS_MEMBER)?.toString('utf8') ?? '{}';
  return new Map(Object.entries(StoredInputs.safeParse(JSON.parse(stored)).data ?? {}));
}

function isAsset(path: string): boolean {
  return path.startsWith('/_astro/');
}

/** The file at a path, if there is one, held against its ETags: nothing broken is passed on. */
function wholeFile(pack: Pack, path: string): PackedFile<Buffer>[] {
  const file = pack.get(path);
  if (!file) return [];
  verifyFile(file);
  return [file];
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
