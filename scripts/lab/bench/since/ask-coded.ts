import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Answer, ask, type BenchRequest, headerOf } from '../load/ask.ts';

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Asks for a 200 in a coding. Throws where it is not that, or holds other bytes than without. */
export async function askCoded(request: BenchRequest, coding: string): Promise<Answer> {
  const headers = { ...request.headers, 'Accept-Encoding': coding };
  const answer = await ask({ ...request, headers });
  const plain = await ask({ ...request, headers: { 'Accept-Encoding': 'identity' } });
  const found = headerOf(answer, 'content-encoding') ?? 'identity';
  const decoded = DECODERS[found]?.(answer.body);
  if (answer.status !== 200 || found !== coding || !decoded?.equals(plain.body)) {
    throw new Error(`${request.url} answers ${answer.status} in ${found}, not 200 in ${coding}.`);
  }
  return answer;
}
