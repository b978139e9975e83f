import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { REPRESENTATIONS } from '#artifacts/seal.ts';
import type { PackedFile, PackHead } from './pack.ts';
import { digestOf, encodeEnd, encodeStart } from './pack-format.ts';
import { encodeSections } from './pack-sections.ts';

/** Bodies are gathered until writing them is worth a call. */
const MAX_GATHERED_BYTES = 1024 * 1024;

/** The file that a pack of this process is written into until it is whole. */
export function unfinishedPack(file: string): string {
  return `${file}.building-${process.pid}`;
}

/**
 * Writes a pack beside its name and renames it into place, so that there is never half of one. Each
 * file is written as it comes: of a file that is written no more than its entry stays in memory. A
 * process writes one pack of a name at a time. Where the computer fails before the bytes are on
 * disk, opening or verifying tells.
 */
export class PackWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #placed: { readonly entry: ManifestEntry; readonly bodyStart: number }[] = [];
  #gathered: Uint8Array[] = [encodeStart()];
  #gatheredBytes = 0;
  #position = encodeStart().length;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async create(file: string): Promise<PackWriter> {
    return new PackWriter(file, await open(unfinishedPack(file), 'w'));
  }

  /** Adds a file. Whoever adds many waits for each, so that they do not pile up in memory. */
  async add({ entry, bodies }: PackedFile): Promise<void> {
    this.#placed.push({ entry, bodyStart: this.#position });
    for (const representation of REPRESENTATIONS) {
      const body = bodies[representation];
      if (body?.length !== entry.variants[representation]?.bytes) {
        throw new Error(`${entry.path} has another length (${representation}) than its entry.`);
      }
      if (body) this.#gather(body);
    }
    if (this.#gatheredBytes >= MAX_GATHERED_BYTES) await this.#flush();
  }

  /** Writes what is beside the files, and puts the pack into place. */
  async finish(meta: unknown, members: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const told: PackHead['members'] = [];
    for (const [name, bytes] of Object.entries(members)) {
      const digest = digestOf([bytes]).toString('base64url');
      told.push({ name, start: this.#position, bytes: bytes.length, digest });
      this.#gather(bytes);
    }
    const end = this.#position;
    this.#gather(encodeEnd(end, encodeSections({ meta, members: told }, this.#placed)));
    await this.#flush();
    await this.#handle.close();
    await rename(unfinishedPack(this.#file), this.#file);
  }

  /** Removes what was written. Does nothing to a pack that is in place. */
  async abandon(): Promise<void> {
    await this.#handle.close();
    await rm(unfinishedPack(this.#file), { force: true });
  }

  #gather(bytes: Uint8Array): void {
    const last = this.#gathered.at(-1);
    const joined = last && joinedView(last, bytes);
    if (joined) this.#gathered.splice(-1, 1, joined);
    else this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    this.#position += bytes.length;
  }

  async #flush(): Promise<void> {
    const [first, ...others] = this.#gathered;
    const bytes = first && others.length === 0 ? first : Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    // Unlike write, writeFile goes on from the current position until all is written.
    this.#written = this.#written.then(() => this.#handle.writeFile(bytes));
    await this.#written;
  }
}

/** Bodies that are taken over from a pack mostly lie there one behind the other: one view of both. */
function joinedView(one: Uint8Array, next: Uint8Array): Uint8Array | undefined {
  const isAdjacent = one.buffer === next.buffer && one.byteOffset + one.length === next.byteOffset;
  if (!isAdjacent) return undefined;
  return new Uint8Array(one.buffer, one.byteOffset, one.length + next.length);
}
