import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ask } from '../load/ask.ts';

const Dataset = z.object({ reviews: z.array(z.object({ url: z.url() })) });

/** The path of every review's page, scattered. */
export async function listPermalinks(origin: string): Promise<string[]> {
  const { body } = await ask({ url: `${origin}/reviews.json`, headers: {} });
  const { reviews } = Dataset.parse(JSON.parse(body.toString()));
  return scatter(reviews.map(({ url }) => new URL(url).pathname));
}

/**
 * Some paths in an order that has nothing to do with the one they came in, each time the same: of
 * neighbours in reviews.json, the server would have read one for the page of the other.
 */
export function scatter(paths: readonly string[]): string[] {
  return paths
    .map((path) => [createHash('sha256').update(path).digest('hex'), path] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, path]) => path);
}
