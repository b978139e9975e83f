import type { Socket } from 'node:net';

/** What pino writes of a record, as far as people read it. */
type LogRecord = Readonly<Record<string, unknown>>;

const ERROR = 50;
const WARNING = 40;
const RED = 31;
const YELLOW = 33;
const FAINT = 2;

/** Where something happened, behind what happened. */
const PLACES = ['host', 'topic', 'path', 'file'];

/** A problem of the content, which says itself how bad it is. */
const PLACED = /^(.+?:\d+:\d+) (error|warning) /;

/** A record of the log, a line of JSON, as people read it, with line ends. */
export function formatRecord(json: string, isColored: boolean): string {
  const record: LogRecord = JSON.parse(json);
  const { time, level } = record;
  const msg = withoutControls(String(record.msg));
  const paint = (code: number, text: string) =>
    isColored ? `\u001b[${code}m${text}\u001b[m` : text;
  const at = new Date(Number(time)).toLocaleTimeString('en-GB');
  const isError = Number(level) >= ERROR;
  const color = isError ? RED : YELLOW;
  const [, place, word] = PLACED.exec(msg) ?? [];
  const message =
    place === undefined || word === undefined
      ? `${paintWord(isError ? 'error: ' : 'warning: ')}${msg}${placesOf(record)}`
      : `${place} ${paint(color, word)}${msg.slice(place.length + 1 + word.length)}`;
  function paintWord(text: string): string {
    return Number(level) < WARNING ? '' : paint(color, text);
  }
  const more = causesOf(record).flatMap((text) => withoutControls(text).split('\n'));
  return [`${paint(FAINT, at)} ${message}`, ...more.map((line) => `         ${line}`), ''].join(
    '\n',
  );
}

/** What is quoted in a record must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}--[\n\t]]/gv, '\uFFFD');
}

function placesOf(record: LogRecord): string {
  const places = PLACES.flatMap((name) => {
    const value = record[name];
    return typeof value === 'string' && !String(record.msg).includes(value) ? [value] : [];
  });
  return places.length === 0 ? '' : ` (${places.join(', ')})`;
}

/** What the system or the program said: an error that nobody expected with where it was thrown. */
function causesOf({ cause, err }: LogRecord): string[] {
  const said = typeof cause === 'string' ? [cause] : [];
  if (typeof err !== 'object' || err === null) return said;
  const stack: unknown = Reflect.get(err, 'stack');
  const message: unknown = Reflect.get(err, 'message');
  return [...said, String(stack ?? message)];
}

/**
 * The log as lines, and below them what is being done, in a line that moves. Nothing cuts through it: it
 * is taken away before a line is written, and drawn again after.
 */
export class LogLines {
  readonly #output: Pick<Socket, 'write'>;
  readonly #isColored: boolean;
  readonly #progress: ProgressLine | undefined;

  constructor(output: Pick<Socket, 'write'>, isColored: boolean, progress?: ProgressLine) {
    this.#output = output;
    this.#isColored = isColored;
    this.#progress = progress;
  }

  /** For pino: one record. */
  write(json: string): void {
    this.#progress?.hide();
    this.#output.write(formatRecord(json, this.#isColored));
    this.#progress?.draw();
  }
}

const FRAMES = ['◒', '◐', '◓', '◑'];
const FRAME_MS = 100;
/** Where the terminal does not say it. */
const COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[2K';

type Terminal = Pick<Socket, 'write'> & { readonly columns?: number };

/** What is being done, with the time that it takes. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #doing: string | undefined;
  #since = 0;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  tell(doing: string): void {
    this.#since = this.#timer ? this.#since : this.#now();
    this.#timer ??= setInterval(() => this.draw(), FRAME_MS).unref();
    this.#doing = doing;
    this.draw();
  }

  end(): void {
    clearInterval(this.#timer);
    this.hide();
    this.#timer = undefined;
    this.#doing = undefined;
  }

  hide(): void {
    if (this.#doing !== undefined) this.#terminal.write(CLEAR_LINE);
  }

  draw(): void {
    if (this.#doing === undefined) return;
    const frame = FRAMES[this.#frame++ % FRAMES.length];
    const seconds = Math.floor((this.#now() - this.#since) / 1000);
    const line = `${frame} ${this.#doing} [${seconds} s]`;
    // A line that is broken could not be taken away again.
    this.#terminal.write(CLEAR_LINE + line.slice(0, (this.#terminal.columns || COLUMNS) - 1));
  }
}
