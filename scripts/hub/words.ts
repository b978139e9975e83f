import { styleText } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import type { Subscription } from '../../sidecar/hub/store/rows.ts';
import { CommandError } from '../command.ts';

/** A topic as people see it: by its path, where it is one of ours. */
export function topicName(topic: string, baseUrl: string): string {
  return topic.startsWith(`${baseUrl}/`) ? topic.slice(baseUrl.length) : topic;
}

/** The topic that a person means: its URL, or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

export function isExpired({ expiresAt }: Pick<Subscription, 'expiresAt'>, now: number): boolean {
  return expiresAt <= now;
}

/** One word. */
export function stateOf(subscription: Subscription, now: number) {
  if (isExpired(subscription, now)) return 'expired';
  return subscription.attempts + subscription.failures > 0 ? 'failing' : 'active';
}

/** Such as "active" or "failing 2 of 3". */
export function stateWords(subscription: Subscription, now: number): string {
  const state = stateOf(subscription, now);
  return state === 'failing' ? `${state} ${subscription.failures} of ${MAX_FAILURES}` : state;
}

/** When what failed is tried again; undefined where nothing has, or nothing is tried again. */
export function nextTry({ attempts, readyAt, expiresAt }: Subscription, now: number) {
  return attempts > 0 && readyAt < expiresAt && expiresAt > now ? readyAt : undefined;
}

export function formatTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Such as "2026-11-20 12:00 UTC, 3 hours ago" or "2026-11-20 12:00 UTC, in 10 days". */
export function placeTime(at: number, now: number): string {
  const span = describeSpan(Math.abs(at - now));
  return `${formatTime(at)} UTC, ${at > now ? `in ${span}` : `${span} ago`}`;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The nearest whole number of the largest unit of which there are two, nearly. */
function describeSpan(ms: number): string {
  for (const [unit, name] of [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
  ] as const) {
    if (ms >= 1.5 * unit) return countOf(Math.round(ms / unit), name);
  }
  return countOf(Math.round(ms / SECOND_MS), 'second');
}

/** A fault in a word or two, for a column. */
export function faultName({ kind, status, code }: Fault): string {
  return status === undefined ? `${kind}${code === undefined ? '' : ` ${code}`}` : String(status);
}

/** A fault in a clause, with the system's name for it. */
export function faultWords(fault: Pick<Fault, 'message' | 'code'>): string {
  const { message, code } = fault;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}

/** Whether a request is asked again because of it, and the callback has not failed. */
export function isExcused(fault: Fault | undefined): boolean {
  return fault?.kind === 'crowded' || fault?.kind === 'local';
}

/** A row for programs: times in ISO 8601, null where nothing is known, and never a secret. */
export function toJson(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (name === 'verifyToken') return [];
      if (name === 'secret') return [['hasSecret', value !== undefined]];
      const isTime = typeof value === 'number' && /(?:At|Until)$/.test(name);
      return [[name, isTime ? new Date(value).toISOString() : (value ?? null)]];
    }),
  );
}

/** Such as "1 request" or "2,000 requests". */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}

/** Maximum callbacks that a misspelt one is compared with: each takes some microseconds. */
const MOST_COMPARED = 10_000;

/** What to say where a callback has nothing, or not what was named. */
export async function refuseUnknown(
  store: HubStore,
  { callback, topic }: { readonly callback: string; readonly topic?: string | undefined },
  baseUrl: string,
): Promise<CommandError> {
  const own = await store.listSubscriptions({ callback });
  if (topic !== undefined && own.length > 0) {
    const topics = own.map((one) => topicName(one.topic, baseUrl)).join(', ');
    return new CommandError(
      `${callback} is not subscribed to ${topicName(topic, baseUrl)}, but to ${topics}.`,
    );
  }
  const known = new Set((await store.listSubscriptions({})).map((one) => one.callback));
  const hint = didYouMean(callback, [...known].slice(0, MOST_COMPARED));
  return new CommandError(`${callback} has no subscription${hint}; list shows all.`);
}

/** How wide the terminal is, undefined where a program reads the output; whether it has colors. */
export type Screen = { readonly columns: number | undefined; readonly hasColours: boolean };

const GAP = '  ';
/** The column that can be cut keeps at least this. */
const LEAST_WIDTH = 24;

/** Where the columns are that can be cut, and that has colors: callback and state. */
const CUT = 1;
const STATE = 2;

/** Aligns rows, the headings first. On a terminal one column is cut so that the lines fit. */
export function formatTable(
  rows: readonly (readonly string[])[],
  { columns, hasColours }: Screen,
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
      .join(GAP)
      .trimEnd(),
  );
  return lines.join('\n');
}

/** Keeps the two ends of a text, in which callbacks differ. */
function shortenMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}
