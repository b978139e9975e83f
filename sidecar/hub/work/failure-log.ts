import { explainFault } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../callback/fault.ts';
import type { HubContext } from '../hub-context.ts';

const MINUTE_MS = 60_000;
/** Maximum failures per minute with a line each; the others are counted. */
const MAX_LINES = 20;

/** Logs failures for operators: a line for each until there are many, then counts. */
export class FailureLog {
  readonly #deps: Pick<HubContext, 'clock' | 'log'>;
  readonly #counts = new Map<string, number>();
  #lines = 0;

  constructor(deps: Pick<HubContext, 'clock' | 'log'>) {
    this.#deps = deps;
  }

  /** An attempt failed. */
  fail(message: string, fault: Fault, fields: Readonly<Record<string, unknown>>): void {
    const { clock, log } = this.#deps;
    if (this.#lines++ === 0) clock.after(MINUTE_MS, () => this.flush());
    const { kind, status, code = kind } = fault;
    if (this.#lines > MAX_LINES) {
      const name = status === undefined ? code : `status ${status}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    } else log('info', `${message}: ${explainFault(fault).message}`, { ...fields, fault });
  }

  /** Writes the counts. */
  flush(): void {
    const more = this.#lines - MAX_LINES;
    const faults = Object.fromEntries(this.#counts);
    if (more > 0)
      this.#deps.log('info', `${more} more attempts failed within a minute`, { faults });
    this.#lines = 0;
    this.#counts.clear();
  }
}
