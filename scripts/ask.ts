/** Asks a person at a terminal. Every answer may be cancelled, which throws Cancelled. */
export type Ask = {
  /** `check` returns what is wrong with an answer. `initial` is what Enter takes. */
  readonly text: (question: {
    readonly message: string;
    readonly initial?: string;
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

/** Thrown where a question was cancelled. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor() {
    super('cancelled; nothing was done.');
  }
}

/** Asks at this process's terminal. */
export function createAsk(): Ask {
  // Loaded when the first question is asked: most calls ask none.
  const prompts = () => import('@clack/prompts');
  return {
    async text({ message, initial, check }) {
      const { text, isCancel } = await prompts();
      const answer = await text({
        message,
        ...(initial !== undefined && { placeholder: initial, defaultValue: initial }),
        validate: (value = '') => {
          const said = value.trim() === '' ? (initial ?? '') : value.trim();
          return said === '' && initial === undefined ? 'An answer is needed.' : check?.(said);
        },
      });
      if (isCancel(answer)) throw new Cancelled();
      return answer.trim();
    },
    async choose({ message, options, initial }) {
      const { select, isCancel } = await prompts();
      const labels = options.map(({ value, label = value, hint }) => ({
        value: label,
        label,
        ...(hint && { hint }),
      }));
      const first = options.find(({ value }) => value === initial);
      const answer = await select({
        message,
        options: labels,
        ...(first && { initialValue: first.label ?? first.value }),
      });
      if (isCancel(answer)) throw new Cancelled();
      const chosen = options.find(({ value, label = value }) => label === answer);
      if (!chosen) throw new Cancelled();
      return chosen.value;
    },
    async confirm({ message, initial = true }) {
      const { confirm, isCancel } = await prompts();
      const answer = await confirm({ message, initialValue: initial });
      if (isCancel(answer)) throw new Cancelled();
      return answer;
    },
  };
}
