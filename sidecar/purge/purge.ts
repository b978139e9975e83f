import { readFileSync, writeFileSync } from 'node:fs';
import { pathsOfReview } from '#release/page-addresses.ts';
import { cursorAt, positionIn } from '#search/changes/change-log.ts';
import { positionOf } from '#search/corpus/columns.ts';
import type { Swapped } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import type { Failed, Supervisor } from '../supervisor.ts';

/*
 * Purging: caches in front of the service are told at once what has changed, by a webhook
 * (PURGE_URL). After each swap, the change is POSTed as JSON, { ordinal, urls, tags }.
 *
 *   - One request at a time, and nothing waits for it. Later changes become one request.
 *   - A request that fails is part of the next, which the Supervisor repeats; a later change is sent
 *     at once.
 *   - The mark in STATE_DIR names the last release that was purged. A start purges the changes after
 *     it, such as a takedown while the service was down.
 */

/** Maximum addresses, and tags, in a request: other edits expire by themselves. */
export const MAX_LISTED = 1_000;
/** Maximum takedowns in a request: all of their addresses fit. */
export const MAX_GONE = 300;
/** Time for a request and its answer. */
const TIMEOUT_MS = 10_000;
/** The subject of the fault. */
const WHAT = 'the purge of caches';

/** The ids of reviews that are gone or changed, and the paths of other files. */
type Change = {
  readonly release: Release;
  readonly gone: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
};

type Deps = {
  readonly url: string;
  /** The value of the Authorization header. */
  readonly authorization: string | undefined;
  /** The file with the mark. */
  readonly file: string;
  readonly fetch: typeof fetch;
  readonly supervisor: Pick<Supervisor, 'fail' | 'recover'>;
  /** Aborts when the process has to end: the next start purges what is still pending. */
  readonly stopping: AbortSignal;
  readonly log: (fields: Readonly<Record<string, unknown>>, line: string) => void;
};

type Reason = Pick<Failed, 'code' | 'reason'>;

/** Sends purges, one at a time, until they succeed. */
export class Purger {
  readonly #deps: Deps;
  #pending: Change | undefined;
  #isSending = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Purges the change from one release to the next; at a start, from the mark. */
  readonly purge = (swapped: Swapped): void => {
    const { before, release } = swapped;
    const mark = before ? markOf(before) : readMark(this.#deps.file);
    if (mark === markOf(release)) return;
    const change = findChange(mark, swapped);
    this.#pending = merge(this.#pending, change);
    void this.#send();
  };

  async #send(): Promise<void> {
    const { supervisor, log, file, stopping } = this.#deps;
    const change = this.#pending;
    if (this.#isSending || !change || stopping.aborted) return;
    this.#pending = undefined;
    this.#isSending = true;
    const body = describe(change);
    const failure = await this.#post(JSON.stringify(body));
    this.#isSending = false;
    if (failure) {
      this.#pending = merge(change, this.#pending);
      if (this.#pending !== change && !stopping.aborted) return this.#send();
      supervisor.fail({ kind: 'purge', what: WHAT, ...failure }, () => void this.#send());
      return;
    }
    const { ordinal, urls, tags } = body;
    log({ ordinal, urls: urls.length, tags: tags.length }, 'caches are purged');
    supervisor.recover(WHAT);
    const gone = new Set([...change.gone].slice(MAX_GONE));
    if (gone.size > 0) this.#pending = merge({ ...change, gone }, this.#pending);
    else writeMark(file, markOf(change.release));
    await this.#send();
  }

  /** Resolves to the reason of a failure. No address in it: it may contain a secret. */
  async #post(body: string): Promise<Reason | undefined> {
    const { url, authorization, fetch, stopping } = this.#deps;
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (authorization !== undefined) headers.set('Authorization', authorization);
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
      const request = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
      const response = await fetch(url, request);
      await response.body?.cancel();
      if (response.ok) return undefined;
      return { code: 'PURGE_REFUSED', reason: `PURGE_URL answered ${response.status}` };
    } catch {
      return { code: 'PURGE_FAILED', reason: 'PURGE_URL gave no answer' };
    }
  }
}

/** Returns what differs from a release, or from its mark alone: then every file may. */
function findChange(mark: string | undefined, { before, release, changed }: Swapped): Change {
  const { changes, corpus, removed, removedAlone, vanished } = release;
  const cursor = mark?.split(' ')[1] ?? '';
  const position = positionIn(cursor) ?? -1;
  const isFollowed = position >= changes.floor.position && cursorAt(changes, position) === cursor;
  // An unknown past may contain any takedown.
  const ids = isFollowed
    ? changes.rows.slice(position - changes.floor.position).map(({ id }) => id)
    : [...removed.map(({ id }) => id), ...removedAlone];
  const gone = new Set(ids.filter((id) => positionOf(corpus, id) === undefined));
  const lost = before ? vanished.difference(before.vanished) : vanished;
  const paths = new Set([...lost, ...changed]);
  return { release, gone, changed: new Set(ids).difference(gone), paths };
}

/** Returns two changes as one, of the newer release, whose takedowns are first. */
function merge(older: Change | undefined, newer: Change | undefined): Change | undefined {
  if (!older || !newer) return older ?? newer;
  return {
    release: newer.release,
    gone: newer.gone.union(older.gone),
    changed: older.changed.union(newer.changed),
    paths: older.paths.union(newer.paths),
  };
}

/** Lists that show many reviews have the tag `reviews` alone, so each change has it. */
function describe({ release, changed, paths, ...change }: Change) {
  const { ordinal, baseUrl } = release;
  const gone = [...change.gone].slice(0, MAX_GONE);
  const first = [...gone.flatMap(pathsOfReview), ...paths];
  const all = [...first, ...[...changed].flatMap(pathsOfReview)];
  const urls = (all.length > MAX_LISTED ? first : all).map((path) => baseUrl + path);
  const tags = ['reviews', ...[...new Set(gone).union(changed)].map((id) => `r-${id}`)];
  return { ordinal, urls: urls.slice(0, MAX_LISTED), tags: tags.slice(0, MAX_LISTED) };
}

/** Returns the mark of a release: its ordinal, and the cursor at the end of its change log. */
function markOf({ ordinal, changes }: Release): string {
  return `${ordinal} ${cursorAt(changes, changes.floor.position + changes.rows.length)}`;
}

/** Undefined if there is none: then the whole site is purged. */
function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function writeMark(file: string, mark: string): void {
  try {
    writeFileSync(file, mark, { mode: 0o600 });
  } catch {
    // The next start purges more than it must.
  }
}
