import { wordOf } from '../printed-text.ts';

/** Returns a count with its noun, such as "1 row" or "2 rows". */
export function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Returns a text as one line of at most a length. */
export function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : line;
}

/** Returns a text as lines of at most a width, broken at spaces. */
export function wrap(text: string, width: number): string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)|\\S+`, 'g')) ?? [''];
}

/** Returns a call of a script, with the flags that have a value. */
export function command(
  script: string,
  words: readonly string[],
  flags: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(flags).map(([name, value]) =>
    value === undefined ? '' : `--${name} ${wordOf(value)}`,
  );
  return `npm run ${script} -- ${[...words, ...given].filter(Boolean).join(' ')}`;
}
