const ESCAPE = String.fromCharCode(27);

/** An escape sequence that moves, erases or colors (ECMA-48 §5.4), without its first character. */
const SEQUENCE = /^\[([?\d;]*)([A-Za-z])/;

/** The lines that a terminal shows, with those that scrolled away, of what a program writes to it. */
export class Screen {
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;
  #rest = '';

  write(text: string): void {
    const [plain = '', ...sequences] = (this.#rest + text).split(ESCAPE);
    this.#rest = '';
    this.#type(plain);
    for (const [index, sequence] of sequences.entries()) {
      const [all, numbers = '', final] = SEQUENCE.exec(sequence) ?? [];
      if (all !== undefined && final !== undefined) {
        this.#obey(final, Number.parseInt(numbers, 10));
        this.#type(sequence.slice(all.length));
      } else if (index === sequences.length - 1) {
        // It may arrive in two pieces.
        this.#rest = ESCAPE + sequence;
      }
    }
  }

  text(): string {
    return this.#lines
      .map((line) =>
        Array.from(line, (sign) => sign ?? ' ')
          .join('')
          .trimEnd(),
      )
      .join('\n');
  }

  #type(text: string): void {
    for (const sign of text) {
      if (sign === '\n') this.#moveTo(this.#row + 1, this.#column);
      else if (sign === '\r') this.#column = 0;
      else if (sign >= ' ') this.#line()[this.#column++] = sign;
    }
  }

  #line(): string[] {
    const line = this.#lines[this.#row] ?? [];
    this.#lines[this.#row] = line;
    return line;
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.max(0, row);
    this.#column = Math.max(0, column);
    while (this.#lines.length <= this.#row) this.#lines.push([]);
  }

  /** Moves the cursor, or erases (§8.3); colors are not kept. */
  #obey(final: string, given: number): void {
    const count = Number.isNaN(given) ? 1 : given;
    const kind = Number.isNaN(given) ? 0 : given;
    if (final === 'A') this.#moveTo(this.#row - count, this.#column);
    if (final === 'B') this.#moveTo(this.#row + count, this.#column);
    if (final === 'C') this.#moveTo(this.#row, this.#column + count);
    if (final === 'D') this.#moveTo(this.#row, this.#column - count);
    if (final === 'G') this.#column = count - 1;
    if (final === 'K' && kind === 2) this.#line().length = 0;
    else if (final === 'K' && kind === 0) this.#line().length = this.#column;
    if (final === 'J' && kind === 0) {
      this.#line().length = Math.min(this.#line().length, this.#column);
      this.#lines.length = this.#row + 1;
    }
  }
}
