import { crc32, inflateRawSync } from 'node:zlib';
import { ImportRefusal } from '../import-refusal.ts';
import type { InputFile } from './input.ts';

/**
 * Limits on the contents of an archive; beyond them the reader refuses instead of filling the
 * memory.
 */
const ZIP_LIMITS = { entries: 100_000, unpackedBytes: 256 * 1024 * 1024 } as const;

type Entry = {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly offset: number;
};

/**
 * Unpacks the wanted files of a zip archive (PKWARE APPNOTE 6.3 §4.3), by its central directory.
 * Nothing is written to disk; archives with names that point out of the folder are refused.
 */
export function readZip(
  { name: archive, bytes }: InputFile,
  isWanted: (name: string) => boolean,
  limits: { readonly entries: number; readonly unpackedBytes: number } = ZIP_LIMITS,
): InputFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    let room = limits.unpackedBytes;
    return listEntries(archive, view, limits.entries)
      .filter(({ name }) => isWanted(name))
      .map((entry) => {
        const file = { name: entry.name, bytes: unpack(archive, view, entry, room) };
        room -= file.bytes.length;
        return file;
      });
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(`${archive} is a damaged zip archive; download it again`, {
      cause: error,
    });
  }
}

function listEntries(archive: string, view: DataView, limit: number): Entry[] {
  const end = findEndOfDirectory(view);
  if (end === undefined) {
    throw new ImportRefusal(`${archive} is an incomplete zip archive; download it again`);
  }
  const count = view.getUint16(end + 10, true);
  let place = view.getUint32(end + 16, true);
  if (count === 0xffff || place === 0xffffffff) {
    throw new ImportRefusal(`${archive} is a Zip64 archive; unpack it and pass the folder`);
  }
  if (count > limit) {
    throw new ImportRefusal(`${archive} contains ${count} files; unpack it and pass the folder`);
  }
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (view.getUint32(place, true) !== 0x02014b50) throw new RangeError('no directory entry');
    const nameLength = view.getUint16(place + 28, true);
    const name = new TextDecoder().decode(bytesAt(view, place + 46, nameLength));
    refuseTraversal(archive, name);
    entries.push({
      name,
      flags: view.getUint16(place + 8, true),
      method: view.getUint16(place + 10, true),
      checksum: view.getUint32(place + 16, true),
      packedSize: view.getUint32(place + 20, true),
      unpackedSize: view.getUint32(place + 24, true),
      offset: view.getUint32(place + 42, true),
    });
    place += 46 + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return entries;
}

/** Finds the record at the end, which a comment of up to 65,535 bytes may follow (§4.3.16). */
function findEndOfDirectory(view: DataView): number | undefined {
  const last = view.byteLength - 22;
  for (let place = last; place >= Math.max(0, last - 0xffff); place--) {
    if (view.getUint32(place, true) === 0x06054b50) return place;
  }
  return undefined;
}

function refuseTraversal(archive: string, name: string): void {
  const parts = name.split(/[\\/]/);
  if (parts.includes('..') || parts[0] === '' || /^[A-Za-z]:/.test(name)) {
    throw new ImportRefusal(
      `${archive} contains a file whose name points out of the archive (${JSON.stringify(name)}); it is not an export, so do not open it`,
    );
  }
}

function unpack(archive: string, view: DataView, entry: Entry, room: number): Uint8Array {
  const { name, flags, method, unpackedSize, packedSize, offset } = entry;
  if (flags & 1) throw new ImportRefusal(`${archive} is encrypted; unpack it and pass the folder`);
  if (method !== 0 && method !== 8) {
    throw new ImportRefusal(
      `${archive} compresses ${name} in an unusual way; unpack it and pass the folder`,
    );
  }
  if (unpackedSize > room) {
    throw new ImportRefusal(
      `${archive} unpacks ${name} to ${Math.ceil(unpackedSize / 2 ** 20)} MiB, more than any export of reviews; it may be designed to fill the memory, so it was not opened`,
    );
  }
  if (view.getUint32(offset, true) !== 0x04034b50) throw new RangeError('no local header');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytesAt(view, start, packedSize);
  // The stated size may be false: never unpack more than it says.
  const bytes =
    method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedSize) });
  if (bytes.length !== unpackedSize || crc32(bytes) !== entry.checksum) {
    throw new RangeError('size or checksum differs');
  }
  return bytes;
}

function bytesAt(view: DataView, offset: number, length: number): Uint8Array {
  // A small file may be in a buffer that it shares with others.
  if (offset + length > view.byteLength) throw new RangeError('points beyond the end');
  return new Uint8Array(view.buffer, view.byteOffset + offset, length);
}
