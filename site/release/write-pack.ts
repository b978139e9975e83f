import type { PackedFile } from './pack.ts';
import { PackWriter } from './pack-writer.ts';

/** What a pack is made of. */
export type PackContent = {
  /** What its maker says of it; any JSON. */
  readonly meta: unknown;
  /** What lies beside the files and is not published, by its name. */
  readonly members?: Readonly<Record<string, Uint8Array>>;
  readonly files: Iterable<PackedFile> | AsyncIterable<PackedFile>;
};

/** Writes a pack whole, or leaves what stands under its name as it is. */
export async function writePack(
  file: string,
  { meta, members = {}, files }: PackContent,
): Promise<void> {
  const writer = await PackWriter.create(file);
  try {
    for await (const packed of files) await writer.add(packed);
    await writer.finish(meta, members);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
