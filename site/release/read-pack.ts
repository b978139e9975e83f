import { open } from 'node:fs/promises';

/** Node reads no more than 2 GiB at once. */
const MAX_READ_BYTES = 1024 ** 3;

/** Reads a file whole, of whatever size, into memory of its own, which can go to another thread. */
export async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(size);
    let position = 0;
    while (position < size) {
      const length = Math.min(size - position, MAX_READ_BYTES);
      const { bytesRead } = await handle.read(bytes, position, length, position);
      // The file became shorter while it was read; opening the pack tells.
      if (bytesRead === 0) break;
      position += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
