import { z } from 'zod';
import type { HubStore, Publication } from './hub-store.ts';
import type { Run, SqlEngine } from './sql-engine.ts';

const VersionRows = z.array(z.object({ sequence: z.number() }));

/** Versions of a topic that are remembered. */
const REMEMBERED_VERSIONS = 100;

/** Records versions of topics: if many sidecars announce the same change, one gets through. */
export function createAnnouncements(engine: SqlEngine): Pick<HubStore, 'announce'> {
  // In the order of ids, like outcomes, so that neither waits for the other.
  const offer = `UPDATE testimony_subscriptions SET offered = $2, attempts = 0,
      next_at = CAST($3 AS BIGINT) + CASE WHEN attempts + failures > 0 THEN 1 ELSE 0 END
    WHERE id IN (SELECT id FROM testimony_subscriptions
      WHERE topic = $1 AND state = 'active' AND expires_at > $3 ORDER BY id ${engine.words.lock}) RETURNING id`;
  return {
    announce: (publication, now) =>
      engine.transaction(async (run) => {
        const sequence = await findSequence(run, publication, now);
        if (sequence === undefined) {
          return { news: (await isKnown(run, publication)) ? 'unchanged' : 'stale', due: 0 };
        }
        const { topic, hash } = publication;
        await remember(run, topic, hash, sequence);
        // Rows that have failed come a moment after the others.
        const offered = await run(offer, topic, sequence, now);
        return { news: 'announced', due: offered.length };
      }),
  };
}

/** Returns the number of a version that is new. */
async function findSequence(run: Run, publication: Publication, now: number) {
  const { topic, hash, ordinal, after } = publication;
  const rows = await run(
    `INSERT INTO testimony_topics AS held (topic, hash, ordinal, sequence, announced_at)
    VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (topic) DO UPDATE SET hash = excluded.hash, sequence = held.sequence + 1,
      announced_at = excluded.announced_at,
      ordinal = CASE WHEN held.ordinal < $3 THEN $3 ELSE held.ordinal END
    WHERE held.hash <> $2 AND CASE
      WHEN CAST($5 AS TEXT) IS NULL THEN held.ordinal < $3
      WHEN held.hash = CAST($5 AS TEXT) THEN 1 = 1
      ELSE NOT EXISTS (SELECT 1 FROM testimony_versions WHERE topic = $1 AND hash = $2) END
    RETURNING sequence`,
    ...[topic, hash, ordinal, now, after ?? null],
  );
  return VersionRows.parse(rows)[0]?.sequence;
}

async function remember(run: Run, topic: string, hash: string, sequence: number): Promise<void> {
  await run(
    `INSERT INTO testimony_versions (topic, hash, sequence) VALUES ($1, $2, $3)
    ON CONFLICT (topic, hash) DO UPDATE SET sequence = excluded.sequence`,
    ...[topic, hash, sequence],
  );
  const forget = 'DELETE FROM testimony_versions WHERE topic = $1 AND sequence <= $2';
  await run(forget, topic, sequence - REMEMBERED_VERSIONS);
}

async function isKnown(run: Run, { topic, hash, ordinal }: Publication): Promise<boolean> {
  // A later release with the same content makes what a sidecar that lags behind has old.
  const rows = await run(
    `UPDATE testimony_topics SET ordinal = CASE WHEN ordinal < $3 THEN $3 ELSE ordinal END
    WHERE topic = $1 AND hash = $2 RETURNING sequence`,
    ...[topic, hash, ordinal],
  );
  return rows.length > 0;
}
