import { styleText } from 'node:util';
import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';
import type { Release } from './release/release.ts';

type LogConfig = Pick<Config, 'logLevel' | 'logFormat'>;

/**
 * Opens the log on standard output: lines on a terminal, JSON elsewhere, unless LOG_FORMAT is
 * given.
 */
export function openLog({ logLevel: level, logFormat }: LogConfig): Logger {
  if (!isText(logFormat)) return pino({ level });
  // The reader may be gone.
  process.stdout.on('error', () => {});
  return pino({ level }, { write: (json) => void process.stdout.write(formatRecord(json)) });
}

/** Reports the service and its address; to people at a terminal with the addresses to try. */
export function announce(
  { baseUrl, ordinal, corpus }: Release,
  { logFormat }: LogConfig,
  log: Logger,
): void {
  if (isText(logFormat) && process.stdout.isTTY) {
    process.stdout.write(greetingOf(baseUrl, corpus.count));
  } else {
    log.info({ url: baseUrl, ordinal, reviews: corpus.count }, `serving ${baseUrl}`);
  }
}

const isText = (format: Config['logFormat']) =>
  (format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';

const greetingOf = (baseUrl: string, count: number) => `
  ${count} reviews are served.

    pages   ${baseUrl}/
    feeds   ${baseUrl}/feeds/
    data    ${baseUrl}/reviews.json
    search  ${baseUrl}/api/reviews/search?min_rating=4
    push    ${baseUrl}/websub/
    for machines: ${baseUrl}/openapi.json

  Ctrl+C ends it.

`;

const ERROR = 50;
const WARNING = 40;

/** A problem of the content, which states its own severity. */
const PLACED = /^(.+?:\d+:\d+) (error|warning) /;

/**
 * Returns a record of the log, a line of JSON, as people read it, in colors if the stream has them.
 */
export function formatRecord(json: string, stream: NodeJS.WritableStream = process.stdout): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const isError = Number(record.level) >= ERROR;
  const paint = (text: string) => styleText(isError ? 'red' : 'yellow', text, { stream });
  const message = withoutControls(String(record.msg));
  const isPlaced = PLACED.test(message);
  const mark = isError ? 'error: ' : 'warning: ';
  const line = [
    styleText('dim', new Date(Number(record.time)).toLocaleTimeString('en-GB'), { stream }),
    ' ',
    isPlaced || Number(record.level) < WARNING ? '' : paint(mark),
    message.replace(PLACED, (_, place, word) => `${place} ${paint(word)} `),
    isPlaced ? '' : placesOf(record),
  ].join('');
  const causes = causesOf(record).flatMap((text) => withoutControls(text).split('\n'));
  return [line, ...causes.map((cause) => `         ${cause}`), ''].join('\n');
}

/** Quoted text in a record must not control the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}--[\n\t]]/gv, '\uFFFD');
}

/** Returns the place of an event, unless the message gives it; the id names a row of the hub. */
function placesOf({ id, host, topic, path, file, msg }: Readonly<Record<string, unknown>>): string {
  const isGiven = (place: unknown) => typeof place === 'string' && !String(msg).includes(place);
  const places = [host, topic, path, file].filter(isGiven);
  const all = typeof id === 'number' ? [`id ${id}`, ...places] : places;
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
}

/** Returns the message of the system or the program; for unexpected errors, with the place. */
function causesOf({ cause, err }: Readonly<Record<string, unknown>>): string[] {
  const said = typeof cause === 'string' ? [cause] : [];
  if (typeof err !== 'object' || err === null) return said;
  return [...said, String(Reflect.get(err, 'stack') ?? Reflect.get(err, 'message'))];
}
