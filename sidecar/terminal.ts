import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

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

const isText = (format: Config['logFormat']) =>
  (format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';

const ERROR = 50;
const WARNING = 40;

/** A problem of the content, which states its own severity. */
const PLACED = /^.+?:\d+:\d+ (?:error|warning) /;

/** Returns a record of the log, a line of JSON, as people read it. */
export function formatRecord(json: string): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const level = Number(record.level);
  const message = withoutControls(String(record.msg));
  const isPlaced = PLACED.test(message);
  const mark = level >= ERROR ? 'error: ' : level >= WARNING ? 'warning: ' : '';
  const time = new Date(Number(record.time)).toLocaleTimeString('en-GB');
  const line = isPlaced ? `${time} ${message}` : `${time} ${mark}${message}${placesOf(record)}`;
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
