/** How long a client may keep a result, and who may share it (2026-07-28, server/utilities/caching). */
export type CacheHint = { readonly ttlMs: number; readonly cacheScope: 'public' };

/** Lists change with the program, and the facts in them with the release. */
export const LISTED: CacheHint = { ttlMs: 300_000, cacheScope: 'public' };
/** As long as HTTP lets published files be kept. */
const READ: CacheHint = { ttlMs: 60_000, cacheScope: 'public' };

const HINTS: ReadonlyMap<string, CacheHint> = new Map([
  ['tools/list', LISTED],
  ['prompts/list', LISTED],
  ['resources/list', LISTED],
  ['resources/templates/list', LISTED],
  ['resources/read', READ],
]);

/** The hint that the result of a method carries; of the others none. */
export function cacheHintOf(method: string): CacheHint | undefined {
  return HINTS.get(method);
}
