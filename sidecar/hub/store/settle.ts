import type { HubStore, Settlement } from './hub-store.ts';
import type { SqlEngine, SqlWords } from './sql-engine.ts';

/** Records outcomes: a few statements for as many settlements as there are. */
export function createSettling(engine: SqlEngine): Pick<HubStore, 'settle'> {
  const statements = composeStatements(engine.words);
  return {
    settle: async (settlements) => {
      if (settlements.length === 0) return;
      const byOutcome = Map.groupBy(settlements, ({ outcome }) => outcome);
      await engine.transaction(async (run) => {
        for (const [outcome, sql] of statements) {
          const some = byOutcome.get(outcome);
          if (some) await run(sql, JSON.stringify(some.map(withWholeTime)));
        }
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
  // Who has the content has it, whoever may write about it; the newest where there are several.
  const acknowledge = `UPDATE testimony_subscriptions AS held SET ${settled}, acknowledged_at = done.at
    FROM (SELECT ${number('id')} AS id, max(${number('sequence')}) AS sequence, max(${number('at')}) AS at
      FROM ${elements('$1')} GROUP BY 1) AS done
    WHERE held.id = done.id`;
  const remove = `DELETE FROM testimony_subscriptions
    WHERE id IN (SELECT ${number('id')} FROM ${elements('$1')})
      AND (id, claim) IN (SELECT ${number('id')}, value ->> 'claim' FROM ${elements('$1')})`;
  return [
    ['acknowledged', acknowledge],
    ['acknowledged', update('tried = 0, attempts = 0, failures = 0, ready_at = done.at')],
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

/** A time that was reckoned may have fractions. */
function withWholeTime(settlement: Settlement): Settlement {
  if (!('readyAt' in settlement)) return settlement;
  return { ...settlement, readyAt: Math.round(settlement.readyAt) };
}
