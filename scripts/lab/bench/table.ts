/** A bound that a figure should reach or not exceed. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** The subject that all others are the peers of. */
export const OWN = 'Testimony';

/** Figures of one work, by subject: ours first. */
type Comparison = {
  readonly work: string;
  readonly unit: string;
  /** Several samples are shown as their median, with the least and the most. */
  readonly figures: Readonly<Record<string, number | readonly number[] | undefined>>;
  /** The aim for our own figure. */
  readonly aim?: Aim | undefined;
  /** The aims for ratios, by peer: the most of ours / the peer's, or the least of its / ours. */
  readonly ratios?: Readonly<Record<string, Aim>> | undefined;
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
    print(`${placeOf('work', 'subject')}${'value'.padStart(10)}`);
  }

  /**
   * Adds the figures of a work, and the ratio beside each peer. Returns our median, undefined if it was
   * not measured, as are its ratios.
   */
  compare({ work, unit, figures, aim, ratios = {} }: Comparison): number | undefined {
    const medians = Object.entries(figures).map(([subject, value]) => {
      const samples = [value ?? []].flat().toSorted((a, b) => a - b);
      const [least = 0, most = 0] = [samples[0], samples.at(-1)];
      const range = least < most ? ` (${round(least)} to ${round(most)})` : '';
      const middle = median(samples);
      this.#row(work, subject, middle, `${unit}${range}`, subject === OWN ? aim : undefined);
      return [subject, middle] as const;
    });
    const own = medians.find(([subject]) => subject === OWN)?.[1];
    for (const [peer, theirs] of medians) {
      const bound = ratios[peer];
      const isLeast = bound !== undefined && 'atLeast' in bound;
      const [over, under, name] = isLeast
        ? [theirs, own, `${peer} / ${OWN}`]
        : [own, theirs, `${OWN} / ${peer}`];
      const ratio = over !== undefined && under ? over / under : undefined;
      if (peer !== OWN) this.#row(work, name, ratio, '×', bound);
    }
    return own;
  }

  /**
   * Runs a part of the benchmark. If it fails, a row gives the reason, and the result is undefined.
   */
  async attempt<Result>(
    work: string,
    subject: string,
    run: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.hasFailures = true;
      const failure = error instanceof Error ? error.message : String(error);
      this.#print(`${placeOf(work, subject)}    FAILED: ${failure}`);
      return undefined;
    }
  }

  /** A figure that was not measured meets no aim. */
  #row(work: string, subject: string, value = Number.NaN, unit = '', aim?: Aim): void {
    const figure = Number.isNaN(value) ? 'not measured' : `${round(value).padStart(10)} ${unit}`;
    this.#print(`${placeOf(work, subject)}${figure}${aim ? formatAim(value, aim) : ''}`);
  }
}

function placeOf(work: string, subject: string): string {
  return work.padEnd(38) + subject.padEnd(28);
}

function formatAim(value: number, aim: Aim): string {
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
