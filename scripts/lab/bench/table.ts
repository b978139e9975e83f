/** A bound that a figure should reach or not exceed. */
type Aim = { readonly atLeast: number } | { readonly atMost: number };

type Place = { readonly work: string; readonly subject: string };

type Figure = Place & {
  /** Several samples are shown as their median, with the least and the most. */
  readonly value: number | readonly number[] | undefined;
  readonly unit: string;
  readonly aim?: Aim | undefined;
};

/**
 * The figures of a run. Each is printed when it is added, so an interrupted run has shown its own.
 */
export class Table {
  /** True if a part of the benchmark could not be measured. */
  hasFailures = false;
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
    print(`${formatPlace({ work: 'work', subject: 'subject' })}${'value'.padStart(10)}`);
  }

  /** Adds a figure. Returns its value, undefined if it was not measured. */
  row({ value, unit, aim, ...place }: Figure): number | undefined {
    const samples = [value ?? []].flat().toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [samples[0], samples.at(-1)];
    const middle = median(samples);
    const figure = middle === undefined ? 'not measured' : `${round(middle).padStart(10)} ${unit}`;
    const range = least < most ? ` (${round(least)} to ${round(most)})` : '';
    this.#print(`${formatPlace(place)}${figure}${range}${aim ? formatAim(middle, aim) : ''}`);
    return middle;
  }

  /** Adds the quotient of two figures; it is not measured if one of them is not. */
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

  /**
   * Runs a part of the benchmark. If it fails, a row gives the reason, and the result is undefined.
   */
  async attempt<Result>(place: Place, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.hasFailures = true;
      const failure = error instanceof Error ? error.message : String(error);
      this.#print(`${formatPlace(place)}    FAILED: ${failure}`);
      return undefined;
    }
  }
}

function formatPlace({ work, subject }: Place): string {
  return work.padEnd(38) + subject.padEnd(24);
}

/** A figure that was not measured meets no aim. */
function formatAim(value = Number.NaN, aim: Aim): string {
  const [sign, bound, isMet] =
    'atLeast' in aim
      ? ['≥', aim.atLeast, value >= aim.atLeast]
      : ['≤', aim.atMost, value <= aim.atMost];
  return `  aim ${sign} ${round(bound)}: ${isMet ? 'met' : 'NOT MET'}`;
}

/** Three significant digits, or more in front of the point. */
function round(value: number): string {
  const digits = value >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString('en-US', digits);
}

function median(sorted: readonly number[]): number | undefined {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
