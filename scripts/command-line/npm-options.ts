import type { Environment } from '../../sidecar/config/config.ts';
import { type CommandLine, UsageError } from './command-line.ts';

/**
 * npm keeps options without a `--` before them for itself, and passes them on as variables
 * (https://docs.npmjs.com/cli/using-npm/config): a command would run without its --dry-run.
 */
export function refuseSwallowed({ name, flags }: CommandLine, variables: Environment): void {
  if (variables.npm_lifecycle_event !== name) return;
  const swallowed = Object.keys(flags).filter(
    (flag) => variables[`npm_config_${flag.replaceAll('-', '_')}`],
  );
  if (swallowed.length === 0) return;
  const options = swallowed.map((flag) => `--${flag}`).join(', ');
  throw new UsageError(
    `npm did not pass on ${options}. Put -- before options and arguments: npm run ${name} -- ...`,
  );
}

/** Returns a text as a word of a shell: in double quotes if possible, which all shells know. */
export function wordOf(text: string): string {
  if (/^[\w./@:=+-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}
