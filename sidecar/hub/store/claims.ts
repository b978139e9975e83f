import { randomUUID } from 'node:crypto';
import type { ClaimRequest } from './hub-store.ts';
import type { Run, SqlEngine } from './sql-engine.ts';

/** Some rows are of hosts that have enough. */
const MIN_SCAN = 64;
/** How often to look again without the hosts that have enough, and until how much is claimed. */
const MAX_ROUNDS = 4;
const ENOUGH = 1 / 4;

type Identified = { readonly id: number; readonly host: string };

/** A search for claimable rows in their order, `most` of them and none of these hosts. */
type Search = {
  readonly run: Run;
  /** JSON, [{ host }]. */
  readonly hosts: string;
  readonly most: number;
  /** 1 where claims that have ended are taken over: the second parameter of isUnclaimed. */
  readonly takeOver: number;
};

/** A condition: the row may be claimed. Its parameters are Search's `takeOver`, and the time. */
export function isUnclaimed(takeOver: string, now: string): string {
  return `(claim IS NULL OR (${takeOver} = 1 AND COALESCE(claimed_until, 0) <= ${now}))`;
}

/** When a row that is due at a time may be claimed. */
export function claimableAt(dueAt: string): string {
  return `CASE WHEN claim IS NULL THEN ${dueAt} ELSE COALESCE(claimed_until, 0) END`;
}

/**
 * Claims rows of a table within the limits of a request, in one transaction. Whoever claims a row
 * has it until a time, or until its outcome is recorded. `claimed_until` is in no index, which makes
 * a claim cheap.
 */
export async function claimFrom<Row extends Identified>(
  engine: SqlEngine,
  table: string,
  request: ClaimRequest,
  find: (search: Search) => Promise<readonly Row[]>,
): Promise<(Row & { readonly claim: string })[]> {
  const claim = randomUUID();
  const takeOver = request.takeOver ? 1 : 0;
  const sql = `UPDATE ${table} SET claim = $1, claimed_until = $2
    WHERE id IN (SELECT CAST(value ->> 'id' AS BIGINT) FROM ${engine.words.elements('$3')})`;
  const rows = await engine.transaction((run) =>
    claimRows(request, {
      find: (hosts, most) => find({ run, hosts, most, takeOver }),
      mark: (ids) => run(sql, claim, request.until, ids),
    }),
  );
  return rows.map((row) => ({ ...row, claim }));
}

/**
 * Finds rows and marks them. A host whose share is full is left out, and the search goes on for a few
 * rounds, so that one with many rows does not hide the others.
 */
export async function claimRows<Row extends Identified>(
  { limit, perHost, busyHosts }: Pick<ClaimRequest, 'limit' | 'perHost' | 'busyHosts'>,
  table: {
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
