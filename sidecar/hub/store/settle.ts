import { z } from 'zod';
import type { HubStore, Settlement } from './hub-store.ts';
import type { SqlEngine, SqlWords } from './sql-engine.ts';

const EndedRows = z.array(z.object({ id: z.number() }));

/** Records outcomes: a few statements for as many settlements as there are. */
export function createSettling(engine: SqlEngine): Pick<HubStore, 'settle'> {
  const statements = composeStatements(engine.words);
  return {
    settle: async (settlements) => {
      if (settlements.length === 0) return [];
      const byOutcome = Map.groupBy(settlements, ({ outcome }) => outcome);
      return engine.transaction(async (run) => {
        const ended: number[] = [];
        for (const [outcome, sql] of statements) {
          const some = byOutcome.get(outcome);
          if (!some) continue;
          const rows = await run(sql, JSON.stringify(newestOf(some).map(withWholeTime)));
          if (outcome === 'removed') ended.push(...EndedRows.parse(rows).map(({ id }) => id));
        }
        return ended;
      });
    },
  };
}

type Statements = readonly (readonly [Settlement['outcome'], string])[];

function composeStatements({ elements }: SqlWords): Statements {
  const number = (name: string) => `CAST(value ->> '${name}' AS BIGINT)`;
  const done = `(SELECT ${number('id')} AS id, value ->> 'claim' AS claim,
      ${number('sequence')} AS sequence, ${number('attempts')} AS attempts,
      ${number('failures')} AS failures, ${number('at')} AS at, ${number('readyAt')} AS ready_at
    FROM ${elements('$1')}) AS done`;
  const settled = `settled = CASE WHEN held.settled < done.sequence THEN done.sequence
    ELSE held.settled END`;
  const update = (set: string) => `UPDATE testimony_subscriptions AS held SET ${set}, claim = NULL
    FROM ${done} WHERE held.id = done.id AND held.claim = done.claim`;
  // Who has the content has it, whoever may write about it. Where nobody else has claimed it since,
  // the next version need not wait, and the failures before are over.
  const unlessOthers = (column: string, value: string) => `${column} = CASE
    WHEN held.claim IS NULL OR held.claim = done.claim THEN ${value} ELSE held.${column} END`;
  const over = ['tried', 'attempts', 'failures'].map((column) => unlessOthers(column, '0'));
  const acknowledge = `UPDATE testimony_subscriptions AS held SET ${settled},
      acknowledged_at = done.at, ${unlessOthers('ready_at', 'done.at')}, ${over.join(', ')},
      claim = CASE WHEN held.claim = done.claim THEN NULL ELSE held.claim END
    FROM ${done} WHERE held.id = done.id`;
  const remove = `DELETE FROM testimony_subscriptions
    WHERE id IN (SELECT ${number('id')} FROM ${elements('$1')})
      AND (id, claim) IN (SELECT ${number('id')}, value ->> 'claim' FROM ${elements('$1')})
    RETURNING id`;
  return [
    ['acknowledged', acknowledge],
    [
      'retry',
      update(`tried = done.sequence, attempts = done.attempts, failures = done.failures,
        ready_at = done.ready_at`),
    ],
    [
      'dropped',
      update(`${settled}, tried = 0, attempts = 0, failures = done.failures,
        ready_at = done.ready_at`),
    ],
    ['released', update('ready_at = done.ready_at')],
    ['removed', remove],
  ];
}

/** A statement takes each subscription once: the newest version that it is told of. */
function newestOf(settlements: readonly Settlement[]): Settlement[] {
  const sequenceOf = (one: Settlement) => ('sequence' in one ? one.sequence : 0);
  const newest = new Map<number, Settlement>();
  for (const settlement of settlements) {
    const other = newest.get(settlement.id);
    if (!other || sequenceOf(other) <= sequenceOf(settlement))
      newest.set(settlement.id, settlement);
  }
  return [...newest.values()];
}

/** A time that was reckoned may have fractions. */
function withWholeTime(settlement: Settlement): Settlement {
  if (!('readyAt' in settlement)) return settlement;
  return { ...settlement, readyAt: Math.round(settlement.readyAt) };
}
