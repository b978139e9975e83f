import type { ClaimRequest } from './hub-store.ts';

/** Some rows are of hosts that have enough. */
const MIN_SCAN = 64;
/** How often to look again without the hosts that have enough, and until how much is claimed. */
const MAX_ROUNDS = 4;
const ENOUGH = 1 / 4;

/**
 * Claims rows within the limits of a request, in one transaction. A host whose share is full is left
 * out, and the search goes on for a few rounds, so that one with many rows does not hide the others.
 */
export async function claimRows<Row extends { readonly id: number; readonly host: string }>(
  { limit, perHost, busyHosts }: ClaimRequest,
  table: {
    /** Claimable rows in their order, `most` of them; none of these hosts (JSON, [{ host }]). */
    readonly find: (hosts: string, most: number) => Promise<readonly Row[]>;
    /** Marks rows (JSON, [{ id }]), so that they are not found again. */
    readonly mark: (ids: string) => Promise<unknown>;
  },
): Promise<Row[]> {
  const most = Math.max(MIN_SCAN, limit);
  const shares = new Map(busyHosts.map((host) => [host, perHost]));
  const claimed: Row[] = [];
  for (let round = 0; round < MAX_ROUNDS && claimed.length < limit; round++) {
    const full = [...shares].filter(([, share]) => share >= perHost);
    const found = await table.find(JSON.stringify(full.map(([host]) => ({ host }))), most);
    const picked: Row[] = [];
    for (const row of found) {
      const share = shares.get(row.host) ?? 0;
      if (share >= perHost || claimed.length + picked.length >= limit) continue;
      shares.set(row.host, share + 1);
      picked.push(row);
    }
    if (picked.length > 0) await table.mark(JSON.stringify(picked.map(({ id }) => ({ id }))));
    claimed.push(...picked);
    // Leaving hosts out takes longer the more rows they have.
    if (found.length < most || claimed.length >= limit * ENOUGH) break;
  }
  return claimed;
}
