/** A figure must reach at least, or exceed at most, this. */
type Aim = { readonly atLeast: number } | { readonly atMost: number };

type Place = { readonly work: string; readonly subject: string };

type Figure = Place & {
  /** Several samples are shown as their median, with the least and the most. */
  readonly value: number | readonly number[] | undefined;
  readonly unit: string;
  readonly aim?: Aim | undefined;
};

type Row = Place & {
  readonly value?: number | undefined;
  readonly unit?: string;
  readonly spread?: readonly [least: number, most: number];
  readonly aim?: Aim;
  readonly isMet?: boolean;
  readonly failure?: string;
};

/** The figures of a run. Each is printed when it is added, so an interrupted run has shown its own. */
export class Table {
  readonly rows: Row[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
    print(`${'work'.padEnd(38)}${'subject'.padEnd(24)}${'value'.padStart(10)}`);
  }

  /** Adds a figure. Returns its value, undefined where it was not measured. */
  row({ work, subject, value, unit, aim }: Figure): number | undefined {
    const samples = [value ?? []].flat().toSorted((a, b) => a - b);
    const [least, most] = [samples[0], samples.at(-1)];
    const middle = median(samples);
    this.#add({
      ...{ work, subject, value: middle, unit },
      ...(least !== undefined && most !== undefined && least < most && { spread: [least, most] }),
      ...(aim && { aim, isMet: isMet(middle, aim) }),
    });
    return middle;
  }

  /** Adds the quotient of two figures; it is not measured where one of them is not. */
  ratio({
    of: [dividend, divisor],
    ...row
  }: Place & {
    readonly of: readonly [dividend: number | undefined, divisor: number | undefined];
    readonly aim?: Aim | undefined;
  }): void {
    const value = dividend === undefined || !divisor ? undefined : dividend / divisor;
    this.row({ ...row, value, unit: '×' });
  }

  /** Runs a part of the benchmark. Where it fails, a row says why, and the result is undefined. */
  async attempt<Result>(place: Place, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#add({ ...place, failure: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  #add(row: Row): void {
    this.rows.push(row);
    this.#print(format(row));
  }
}

function format({ work, subject, value, unit = '', spread, aim, isMet, failure }: Row): string {
  const place = work.padEnd(38) + subject.padEnd(24);
  if (failure !== undefined) return `${place}    FAILED: ${failure}`;
  const figure = value === undefined ? 'not measured' : `${round(value).padStart(10)} ${unit}`;
  const range = spread && ` (${spread.map(round).join(' to ')})`;
  const bound = aim && ('atLeast' in aim ? `≥ ${round(aim.atLeast)}` : `≤ ${round(aim.atMost)}`);
  return `${place}${figure}${range ?? ''}${bound ? `  aim ${bound}: ${isMet ? 'met' : 'NOT MET'}` : ''}`;
}

/** Three significant digits, or more in front of the point. */
function round(value: number): string {
  const digits = value >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString('en-US', digits);
}

/** An aim is not met by what was not measured. */
function isMet(value: number | undefined, aim: Aim): boolean {
  if (value === undefined) return false;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}

function median(sorted: readonly number[]): number | undefined {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
