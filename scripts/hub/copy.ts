import { z } from 'zod';
import { migrate } from '../../sidecar/hub/store/migrations.ts';
import { openEngine } from '../../sidecar/hub/store/open-store.ts';
import type { SqlEngine } from '../../sidecar/hub/store/sql-engine.ts';
import { CommandError, type Outcome } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { countOf } from '../printed-text.ts';
import type { HubCall } from './hub.ts';
import { placeOf } from './own-store.ts';

const TABLES = ['topics', 'versions', 'subscriptions', 'blocked'] as const;
/** Each store numbers its own rows, work in flight is repeated, and the last is of earlier versions. */
const LEFT_OUT = ['id', 'claim', 'claimed_until', 'verify_token'];

const Rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));

/** Copies an entire store into an empty one in PostgreSQL. */
export async function copyStore({ config, argument }: HubCall): Promise<Outcome> {
  if (!/^postgres(?:ql)?:\/\//.test(argument) || !URL.canParse(argument)) {
    // It may contain a password, and so is not repeated.
    throw new UsageError('copy takes a URL such as postgres://user:password@host/name.');
  }
  const source = await openEngine(placeOf(config), Date.now);
  const target = await openEngine({ databaseUrl: argument, file: '' }, Date.now);
  try {
    await migrate(target);
    const copied = await copyTables(source, target);
    const next = 'Now start the service with this URL as DATABASE_URL.';
    return { lines: [`Copied ${copied} from ${source.name} to ${target.name}. ${next}`] };
  } finally {
    await source.close();
    await target.close();
  }
}

/** Copies all rows, or none if the target has any. Resolves to their number, in words. */
export async function copyTables(source: SqlEngine, target: SqlEngine): Promise<string> {
  const counts: string[] = [];
  await target.transaction(async (run) => {
    for (const table of TABLES) {
      if ((await run(`SELECT 1 FROM testimony_${table} LIMIT 1`)).length > 0) {
        throw new CommandError(`${target.name} is not empty, so nothing was copied to it.`);
      }
      const rows = Rows.parse(await source.read(`SELECT * FROM testimony_${table} ORDER BY 1`));
      for (const row of rows) {
        const entries = Object.entries(row).filter(([column]) => !LEFT_OUT.includes(column));
        const columns = entries.map(([column]) => column).join(', ');
        const places = entries.map((_, at) => `$${at + 1}`).join(', ');
        const insert = `INSERT INTO testimony_${table} (${columns}) VALUES (${places})`;
        await run(insert, ...entries.map(([, value]) => value));
      }
      counts.push(`${countOf(rows.length, 'row')} of ${table}`);
    }
  });
  return counts.join(', ');
}
