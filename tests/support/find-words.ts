import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ask } from './ask.ts';

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

/** Where some words can be read, in whatever coding: a line for each answer that holds one. */
export async function findWords(
  url: string,
  targets: readonly string[],
  words: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const target of targets) {
    for (const coding of Object.keys(DECODE)) {
      const headers = { 'Accept-Encoding': coding, Accept: 'text/html' };
      const { headers: answered, body } = await ask(url, target, { headers });
      const decode = DECODE[answered['content-encoding'] ?? 'identity'];
      if (!decode) throw new Error(`${target} has an unknown coding.`);
      const text = decode(body).toString('utf8') + JSON.stringify(answered);
      for (const word of words) {
        if (text.includes(word)) found.push(`${word} at ${target} (${coding})`);
      }
    }
  }
  return found;
}
