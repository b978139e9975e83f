/** A bound that a figure should reach or not exceed. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** The subject that all others are the peers of. */
export const OWN = 'Testimony';

/** Figures of one work, by subject: ours first. */
type Comparison = {
  readonly work: string;
  readonly unit: string;
  /** Several samples are shown as their median, with the least and the most. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  /** The aim for our own figure. */
  readonly aim?: Aim | undefined;
  /** The aims for ratios, by peer: the most of ours / the peer's, or the least of its / ours. */
  readonly ratios?: Readonly<Record<string, Aim>>;
};

/** Prints a figure as soon as it is added, so an interrupted run has shown its own. */
export class Table {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
    print(`${placeOf('work', 'subject')}${'value'.padStart(10)}`);
  }

  /** Adds the figures of a work, and the ratio beside each peer. Returns our median. */
  compare({ work, unit, figures, aim, ratios = {} }: Comparison): number {
    const medians = Object.entries(figures).map(([subject, samples]) => {
      const sorted = samples.toSorted((a, b) => a - b);
      const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
      const range = least < most ? ` (${round(least)} to ${round(most)})` : '';
      const middle = median(sorted);
      this.#row(work, subject, middle, `${unit}${range}`, subject === OWN ? aim : undefined);
      return [subject, middle] as const;
    });
    const [[, own] = ['', Number.NaN], ...peers] = medians;
    for (const [peer, theirs] of peers) {
      const bound = ratios[peer];
      if (bound && 'atLeast' in bound) {
        this.#row(work, `${peer} / ${OWN}`, theirs / own, '×', bound);
      } else this.#row(work, `${OWN} / ${peer}`, own / theirs, '×', bound);
    }
    return own;
  }

  #row(work: string, subject: string, value: number, unit: string, aim?: Aim): void {
    const figure = `${round(value).padStart(10)} ${unit}`;
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

function median(sorted: readonly number[]): number {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
