import { styleText } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore, Subscription } from '../../sidecar/hub/store/hub-store.ts';

/** A topic as people see it: by its path, where it is one of ours. */
export function topicName(topic: string, baseUrl: string): string {
  return topic.startsWith(`${baseUrl}/`) ? topic.slice(baseUrl.length) : topic;
}

/** The topic that a person means: its URL, or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

export function isExpired({ expiresAt }: Subscription, now: number): boolean {
  return expiresAt <= now;
}

/** Such as "active", "failing 2 of 3" or "expired". */
export function stateOf(subscription: Subscription, now: number): string {
  if (isExpired(subscription, now)) return 'expired';
  const { failures } = subscription;
  return failures > 0 ? `failing ${failures} of ${MAX_FAILURES}` : 'active';
}

export function formatTime(at: number | undefined): string {
  return at === undefined ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

export function formatJson(subscriptions: readonly Subscription[], now: number): string {
  return JSON.stringify(
    subscriptions.map((one) => toJson(one, now)),
    null,
    2,
  );
}

function toJson(subscription: Subscription, now: number) {
  const { topic, callback, secret, failures, attempts, acknowledgedAt } = subscription;
  return {
    topic,
    callback,
    state: isExpired(subscription, now) ? 'expired' : 'active',
    failures,
    attempts,
    hasSecret: secret !== undefined,
    subscribedAt: toIso(subscription.subscribedAt),
    expiresAt: toIso(subscription.expiresAt),
    acknowledgedAt: acknowledgedAt === undefined ? null : toIso(acknowledgedAt),
  };
}

const toIso = (at: number) => new Date(at).toISOString();

/** Such as "1 request" or "2,000 requests". */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}

export class HubRefusal extends Error {
  override readonly name = 'HubRefusal';
}

export type Deps = {
  readonly print: (line: string) => void;
  /** The width of the terminal; undefined where a program reads the output. */
  readonly columns: number | undefined;
  readonly hasColours: boolean;
  /** The public origin: topics below it are shown by their path. */
  readonly baseUrl: string;
};

/** Maximum callbacks that a misspelt one is compared with: each takes some microseconds. */
const MOST_COMPARED = 10_000;

export async function refuseUnknown(
  store: HubStore,
  { callback, topic }: { readonly callback: string; readonly topic?: string | undefined },
  baseUrl: string,
): Promise<HubRefusal> {
  const own = await store.listSubscriptions({ callback });
  if (topic !== undefined && own.length > 0) {
    const topics = own.map((one) => topicName(one.topic, baseUrl)).join(', ');
    return new HubRefusal(
      `${callback} is not subscribed to ${topicName(topic, baseUrl)}, but to ${topics}.`,
    );
  }
  const known = new Set((await store.listSubscriptions({})).map((one) => one.callback));
  const hint = didYouMean(callback, [...known].slice(0, MOST_COMPARED));
  return new HubRefusal(`${callback} has no subscription${hint}; list shows all.`);
}

const GAP = '  ';
/** The column that can be cut keeps at least this. */
const LEAST_WIDTH = 24;

/** Where the columns are that can be cut, and that has colours: callback and state. */
const CUT = 1;
const STATE = 2;

/** Aligns rows, the headings first. On a terminal one column is cut so that the lines fit. */
export function formatTable(
  rows: readonly (readonly string[])[],
  { columns, hasColours }: Pick<Deps, 'columns' | 'hasColours'>,
): string {
  const last = (rows[0]?.length ?? 0) - 1;
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const whole = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const most = (widths[CUT] ?? 0) - Math.max(0, whole - (columns ?? whole));
  const widthOf = (column: number) =>
    column === CUT ? Math.max(LEAST_WIDTH, most) : (widths[column] ?? 0);
  const paint = (format: 'bold' | 'yellow' | 'dim', text: string) =>
    hasColours ? styleText(format, text, { validateStream: false }) : text;
  const lines = rows.map((row, index) =>
    row
      .map((cell, column) => {
        const text = shortenMiddle(cell, widthOf(column));
        const aligned = column === last ? text : text.padEnd(widthOf(column));
        if (index === 0) return paint('bold', aligned);
        if (column !== STATE || cell === 'active') return aligned;
        return paint(cell === 'expired' ? 'dim' : 'yellow', aligned);
      })
      .join(GAP),
  );
  return lines.join('\n');
}

/** Keeps the two ends of a text, in which callbacks differ. */
function shortenMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}
