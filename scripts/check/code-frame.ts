import { readFileSync } from 'node:fs';
import { type ContentProblem, escapeUnfit, WHOLE_FOLDER } from '#dataset/content-problem.ts';
import { decodeText } from '#dataset/read/decode-text.ts';

/** The part of a line before the place that is shown if the whole line is too long. */
const BEFORE = 20;
const MIN_WIDTH = 20;

/**
 * Shows problems in their files: the line, one on either side, and a caret below the place. Files
 * are read again, one at a time.
 */
export class FrameReader {
  readonly #root: string;
  readonly #columns: number;
  readonly #read: (path: string) => Uint8Array;
  #file = '';
  #lines: readonly string[] = [];

  /** `root`: the beginning of paths; `columns`: the width of the terminal. */
  constructor(root: string, columns: number, read: (path: string) => Uint8Array = readFileSync) {
    this.#root = root;
    this.#columns = columns;
    this.#read = read;
  }

  /** Returns the lines of the frame; none for a problem of a whole file. */
  frame(problem: ContentProblem, paint: (text: string) => string): string[] {
    const { file, line, column } = problem;
    if (file === WHOLE_FOLDER) return [];
    const lines = this.#linesOf(file);
    const own = lines[line - 1];
    if (own === undefined || own.trim() === '') return [];
    const digits = String(line + 1).length;
    const width = Math.max(MIN_WIDTH, this.#columns - digits - 5);
    // A line that is too long is cut on both sides of the place.
    const from = own.length <= width || column <= width - BEFORE ? 0 : column - 1 - BEFORE;
    const show = (text: string) =>
      escapeUnfit(text.replaceAll('\t', ' ').slice(from, from + width));
    const before = escapeUnfit(own.replaceAll('\t', ' ').slice(from, column - 1));
    return [line - 1, line, line + 1].flatMap((number) => {
      const text = lines[number - 1];
      if (text === undefined || (number !== line && text.trim() === '')) return [];
      const isOwn = number === line;
      const shown = `${isOwn ? '>' : ' '} ${String(number).padStart(digits)} | ${show(text)}`;
      const caret = `  ${' '.repeat(digits)} | ${' '.repeat(before.length)}^`;
      return isOwn ? [shown.trimEnd(), paint(caret)] : [shown.trimEnd()];
    });
  }

  #linesOf(file: string): readonly string[] {
    if (file === this.#file) return this.#lines;
    this.#file = file;
    this.#lines = [];
    try {
      const decoded = decodeText(file, this.#read(`${this.#root}${file}`));
      if ('text' in decoded) this.#lines = decoded.text.split('\n');
    } catch {
      // A file that cannot be read is the problem itself.
    }
    return this.#lines;
  }
}
