import { z } from 'zod';
import { claimableAt, claimFrom, isUnclaimed } from './claims.ts';
import type { HubStore, NoticeOutcome } from './hub-store.ts';
import { Ended, Notice } from './rows.ts';
import { type SqlEngine, type SqlValue, TimeRows } from './sql-engine.ts';

/** The columns of an Ended, under its names. */
export const ENDED_COLUMNS = `topic, callback, host, reason, ended_at AS "endedAt",
  subscribed_at AS "subscribedAt", expires_at AS "expiresAt",
  acknowledged_at AS "acknowledgedAt", failed_at AS "failedAt", fault,
  notice_until AS "noticeUntil", notice_attempts AS "noticeAttempts", notice_at AS "noticeAt",
  notified_at AS "notifiedAt", notice_fault AS "noticeFault"`;

/** Pieces of SQL on `held`, a row of testimony_subscriptions or testimony_requests. */
type End = {
  readonly reason: string;
  readonly endedAt: string;
  readonly failedAt: string;
  readonly fault: string;
  /** Until when the callback is to be notified, or NULL. */
  readonly noticeUntil: string;
  readonly from: string;
};

const LEASE = ['subscribed_at', 'expires_at', 'acknowledged_at'];

/**
 * A statement that keeps what ends, with these values of its lease. What is kept of a pair already
 * makes room, unless its notice is still owed and the new end owes none.
 */
function composeEnd(lease: readonly string[], end: End): string {
  const { reason, endedAt, failedAt, fault, noticeUntil, from } = end;
  const columns = `reason, ended_at, notice_at, failed_at, fault, notice_until, ${LEASE.join(', ')}`;
  const set = `${columns}, notice_attempts, claim, claimed_until, notified_at, notice_fault`
    .split(', ')
    .map((column) => `${column} = excluded.${column}`);
  // SQLite takes the ON of an upsert for one of a join, but for a WHERE before it.
  return `INSERT INTO testimony_ended AS kept (pair, topic, callback, host, ${columns})
    SELECT held.pair, held.topic, held.callback, held.host, ${reason}, ${endedAt}, ${endedAt},
      ${failedAt}, ${fault}, ${noticeUntil}, ${lease.join(', ')}
    FROM ${from} ${from.includes(' WHERE ') ? '' : 'WHERE true'}
    ON CONFLICT (pair) DO UPDATE SET ${set.join(', ')}
    WHERE kept.notice_until IS NULL OR kept.notice_until <= excluded.ended_at
      OR excluded.notice_until IS NOT NULL`;
}

/** A statement that keeps subscriptions that end. */
export function composeSubscriptionEnd(end: End): string {
  return composeEnd(
    LEASE.map((column) => `held.${column}`),
    end,
  );
}

/** A statement that keeps requests that come to nothing; of what is subscribed nothing ends. */
export function composeRequestEnd(end: Omit<End, 'noticeUntil'>): string {
  const none = 'CAST(NULL AS BIGINT)';
  return composeEnd(
    LEASE.map(() => none),
    { ...end, noticeUntil: none },
  );
}

const EndedRows = z.array(Ended);
const NoticeRows = z.array(Notice);

type Methods = 'claimNotices' | 'settleNotice' | 'nextNoticeAt' | 'listEnded';

/** Notices to those whose subscription has ended, and what is kept of it. */
export function createNotices(engine: SqlEngine): Pick<HubStore, Methods> {
  const { skipLocked, elements } = engine.words;
  const find = `SELECT id, topic, callback, host, reason, notice_attempts AS attempts,
      notice_until AS until
    FROM testimony_ended
    WHERE notice_until > $1 AND notice_at <= $1 AND ${isUnclaimed('$2', '$1')}
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$3')})
    ORDER BY notice_at, id LIMIT $4 ${skipLocked}`;
  const settle = (set: string, { id, claim }: NoticeOutcome, ...values: SqlValue[]) =>
    engine.transaction(async (run) => {
      const sql = `UPDATE testimony_ended SET claim = NULL${set} WHERE id = $1 AND claim = $2`;
      await run(sql, id, claim, ...values);
    });
  return {
    claimNotices: (request) =>
      claimFrom(engine, 'testimony_ended', request, async ({ run, takeOver, hosts, most }) =>
        NoticeRows.parse(await run(find, request.now, takeOver, hosts, most)),
      ),
    settleNotice: async (one) => {
      if (one.outcome === 'released') return settle('', one);
      if (one.outcome === 'answered') {
        return settle(', notified_at = $3, notice_until = NULL, notice_fault = NULL', one, one.at);
      }
      const set = ', notice_attempts = $3, notice_at = $4, notice_fault = $5';
      const { attempts, readyAt, fault } = one;
      return settle(set, one, attempts, Math.round(readyAt), JSON.stringify(fault));
    },
    nextNoticeAt: async (now) => {
      const sql = `SELECT min(${claimableAt('notice_at')}) AS value FROM testimony_ended
        WHERE notice_until > $1`;
      return TimeRows.parse(await engine.read(sql, now))[0].value;
    },
    listEnded: async ({ callback }) => {
      // PostgreSQL needs the type of a parameter that may be NULL.
      const sql = `SELECT ${ENDED_COLUMNS} FROM testimony_ended
        WHERE CAST($1 AS TEXT) IS NULL OR callback = $1 ORDER BY ended_at DESC, id DESC`;
      return EndedRows.parse(await engine.read(sql, callback ?? null));
    },
  };
}
