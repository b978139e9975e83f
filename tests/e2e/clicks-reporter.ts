import type { Reporter, TestCase } from 'playwright/types/testReporter';

/** Prints the clicks of all journeys as a table, when they have ended. */
export default class ClicksReporter implements Reporter {
  readonly #rows: string[] = [];

  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type === 'clicks' && description) this.#rows.push(description);
    }
  }

  onEnd(): void {
    if (this.#rows.length > 0) console.log(['', 'clicks', ...this.#rows.sort()].join('\n'));
  }
}
