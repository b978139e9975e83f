import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../e2e/serve.ts';

/** Serves content that is written into an empty folder, while its pages are used. */
export async function withService(
  write: (content: string) => unknown,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const content = await mkdtemp(join(tmpdir(), 'testimony-pages-'));
  try {
    await write(content);
    const { url, stop } = await serve(content);
    await use(url).finally(stop);
  } finally {
    await rm(content, { recursive: true });
  }
}
