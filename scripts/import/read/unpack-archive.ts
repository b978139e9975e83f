import { buffer } from 'node:stream/consumers';
import { crc32, gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { fromBufferPromise } from 'yauzl';
import { CommandError } from '../../command.ts';
import type { InputFile } from './input.ts';

/** Exports of reviews are never larger; a larger file is the wrong one. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** A Takeout may contain pictures beside the reviews. */
export const MAX_ARCHIVE_BYTES = 1024 * 1024 * 1024;

/**
 * Returns the wanted files of a zip archive or a tar that gzip packed, or any other file as it is.
 * Nothing is written to disk.
 */
export async function unpack(
  file: InputFile,
  isWanted: (name: string) => boolean,
): Promise<InputFile[]> {
  const { name, bytes } = file;
  let room = MAX_BYTES;
  const accept = (entry: string, size: number): boolean => {
    if (!isWanted(entry)) return false;
    room -= size;
    if (room < 0) throw new RangeError(`${entry} is too large`);
    return true;
  };
  try {
    if (isZip(file)) {
      const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
      const files: InputFile[] = [];
      for await (const entry of zip.eachEntry()) {
        if (!accept(entry.fileName, entry.uncompressedSize)) continue;
        // The size is checked meanwhile: the stated one may be false.
        const unpacked = await buffer(await zip.openReadStreamPromise(entry));
        if (crc32(unpacked) !== entry.crc32) throw new Error('a checksum differs');
        files.push({ name: entry.fileName, bytes: unpacked });
      }
      return files;
    }
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return [file];
    const entries = await unpackTar(gunzipSync(bytes, { maxOutputLength: MAX_ARCHIVE_BYTES }), {
      strict: true,
      filter: ({ name: entry, size, type }) => type === 'file' && accept(entry, size),
    });
    return entries.map(({ header, data }) => ({ name: header.name, bytes: data ?? Buffer.of() }));
  } catch (cause) {
    throw new CommandError(
      `${name} is damaged, too large or has a password; download it again, or unpack it and pass the folder with the reviews`,
      { cause },
    );
  }
}

export function isZip({ bytes }: InputFile): boolean {
  // "PK" with the mark of a local header, or of the end of an empty archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}
