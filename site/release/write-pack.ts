import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { REPRESENTATIONS } from '#artifacts/seal.ts';
import { digestOf, LENGTH_BYTES, MARK, type PackHead } from './pack.ts';
import type { PackedFile } from './packed-file.ts';

/** What a pack is made of. */
export type PackContent = {
  /** What its maker says of it; any JSON. */
  readonly meta: unknown;
  /** What lies beside the files and is not published, by its name. */
  readonly members?: Readonly<Record<string, Uint8Array>>;
  readonly files: Iterable<PackedFile>;
};

/** Small pieces are gathered until writing them is worth a call. */
const MAX_GATHERED_BYTES = 1024 * 1024;

/** The file that a pack of this process is written into until it is whole. */
export function unfinishedPack(file: string): string {
  return `${file}.building-${process.pid}`;
}

/**
 * Writes a pack beside its name and renames it into place, so that there is never half of one, and
 * what stands there before stays where it cannot be written. A process writes one pack of a name at
 * a time. Where the computer fails before the bytes are on disk, opening or verifying tells.
 */
export async function writePack(file: string, content: PackContent): Promise<void> {
  const pieces = layOut(content);
  const unfinished = unfinishedPack(file);
  const handle = await open(unfinished, 'w');
  try {
    await writePieces(handle, pieces);
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** All bytes of a pack in their order (see pack.ts). Throws where bodies do not fit their entry. */
function layOut({ meta, members = {}, files }: PackContent): Uint8Array[] {
  const pieces: Uint8Array[] = [MARK];
  let position = MARK.length;
  const add = (bytes: Uint8Array): number => {
    pieces.push(bytes);
    position += bytes.length;
    return position - bytes.length;
  };
  const head: PackHead = { meta, members: [], files: [], bodiesEnd: 0 };
  const paths = new Set<string>();
  for (const { entry, bodies } of files) {
    if (paths.has(entry.path)) throw new Error(`"${entry.path}" stands twice.`);
    paths.add(entry.path);
    head.files.push({ entry, start: position });
    for (const representation of REPRESENTATIONS) {
      const body = bodies[representation];
      if (body?.length !== entry.variants[representation]?.bytes) {
        throw new Error(`${entry.path} has another length (${representation}) than its entry.`);
      }
      if (body) add(body);
    }
  }
  for (const [name, bytes] of Object.entries(members)) {
    const digest = digestOf([bytes]).toString('base64url');
    head.members.push({ name, start: add(bytes), bytes: bytes.length, digest });
  }
  const text = Buffer.from(JSON.stringify({ ...head, bodiesEnd: position }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUIntLE(text.length, 0, LENGTH_BYTES);
  return [...pieces, text, length, digestOf([text, length]), MARK];
}

async function writePieces(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  // Unlike write, writeFile goes on from the current position until all is written.
  const flush = async () => {
    if (gathered.length > 0) await handle.writeFile(Buffer.concat(gathered));
    gathered = [];
    bytes = 0;
  };
  for (const piece of pieces) {
    if (bytes + piece.length > MAX_GATHERED_BYTES) await flush();
    if (piece.length > MAX_GATHERED_BYTES) {
      await handle.writeFile(piece);
    } else {
      gathered.push(piece);
      bytes += piece.length;
    }
  }
  await flush();
}
