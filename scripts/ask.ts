import { createInterface } from 'node:readline';

/** Asks a person at a terminal. Every question may be canceled, which throws Canceled. */
export type Ask = {
  /**
   * `check` returns the fault of an answer. `initial` is the answer of Enter. `isLong` is for an
   * answer of any number of lines.
   */
  readonly text: (question: {
    readonly message: string;
    readonly isLong?: boolean;
    readonly initial?: string | undefined;
    readonly check?: (answer: string) => string | undefined;
  }) => Promise<string>;
  readonly choose: <Value extends string>(question: {
    readonly message: string;
    readonly options: readonly {
      readonly value: Value;
      readonly label?: string;
      readonly hint?: string;
    }[];
    readonly initial?: Value;
  }) => Promise<Value>;
  readonly confirm: (question: {
    readonly message: string;
    readonly initial?: boolean;
  }) => Promise<boolean>;
};

/** Thrown if a question was canceled. */
export class Canceled extends Error {
  override readonly name = 'Canceled';

  constructor() {
    super('canceled; nothing was done.');
  }
}

/** Returns a text without what moves the cursor of a terminal, or turns its text around. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Asks at this process's terminal. */
export function createAsk(): Ask {
  // Loaded with the first question: most calls ask none.
  const prompts = () => import('@clack/prompts');
  return {
    async text({ isLong, initial, check, ...question }) {
      const message = withoutControls(question.message);
      const { text, isCancel, log } = await prompts();
      while (isLong) {
        const answer = await readLines(() => log.step(`${message}\n${HOW_TO_END}`));
        const fault = check?.(answer);
        if (fault === undefined) return answer;
        log.error(fault);
      }
      const answer = await text({
        message,
        ...(initial !== undefined && { placeholder: initial, defaultValue: initial }),
        validate: (value = '') => {
          const said = value.trim() === '' ? (initial ?? '') : value.trim();
          return said === '' && initial === undefined ? 'An answer is needed.' : check?.(said);
        },
      });
      if (isCancel(answer)) throw new Canceled();
      return answer.trim();
    },
    async choose({ message, options, initial }) {
      const { autocomplete, isCancel } = await prompts();
      const labels = options.map(({ value, label = value, hint }) => ({
        value: label,
        label: withoutControls(label),
        ...(hint && { hint }),
      }));
      const first = options.find(({ value }) => value === initial);
      const answer = await autocomplete({
        // Its lines lack the bar of other questions.
        message: withoutControls(message).replaceAll('\n', '\n│  '),
        options: labels,
        ...(first && { initialValue: first.label ?? first.value }),
        validate: (answer) =>
          answer === undefined ? 'Delete what you typed, or choose.' : undefined,
      });
      if (isCancel(answer)) throw new Canceled();
      const chosen = options.find(({ value, label = value }) => label === answer);
      if (!chosen) throw new Canceled();
      return chosen.value;
    },
    async confirm({ message, initial = true }) {
      const { confirm, isCancel } = await prompts();
      const answer = await confirm({ message: withoutControls(message), initialValue: initial });
      if (isCancel(answer)) throw new Canceled();
      return answer;
    },
  };
}

const HOW_TO_END = 'Type or paste it. Then type a dot on a line by itself, and press Enter.';

/** A line that follows a dot so soon was pasted with it. */
const PASTED_MS = 200;

/**
 * Returns the lines above the last dot; others are spacers of a pasted text. Clack's prompt for
 * several lines breaks emoji, doubles the line ends of Windows, and takes seconds for a page of
 * text.
 */
function readLines(say: () => void): Promise<string> {
  const lines: string[] = [];
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  say();
  return new Promise((resolve, reject) => {
    let end: NodeJS.Timeout | undefined;
    terminal.on('line', (line) => {
      clearTimeout(end);
      lines.push(line);
      if (line.trim() !== '.') return;
      end = setTimeout(() => {
        resolve(lines.slice(0, -1).join('\n').trim());
        terminal.close();
      }, PASTED_MS);
    });
    terminal.on('close', () => reject(new Canceled()));
  });
}
