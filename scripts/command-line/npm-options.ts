import type { Environment } from '../../sidecar/config/config.ts';
import { type CommandLine, UsageError } from './command-line.ts';

/**
 * npm keeps options without a `--` before them for itself, and passes them on as variables
 * (https://docs.npmjs.com/cli/using-npm/config): a command would run without its --dry-run.
 */
export function refuseSwallowed(
  line: CommandLine,
  args: readonly string[],
  variables: Environment,
): void {
  const { name, flags } = line;
  if (variables.npm_lifecycle_event !== name) return;
  const swallowed = Object.entries(flags).flatMap(([flag, { type, value = 'VALUE' }]) => {
    const kept = variables[`npm_config_${flag.replaceAll('-', '_')}`];
    // A value that was typed after its option has become an argument.
    const isApart = type === 'string' && kept === 'true';
    const typed = type === 'boolean' ? '' : ` ${isApart ? value : wordOf(kept ?? '')}`;
    return kept ? { option: `--${flag}${typed}`, isApart } : [];
  });
  if (swallowed.length === 0) return;
  const apart = swallowed.filter(({ isApart }) => isApart).length;
  // Which of the arguments are these values is not known.
  const named = args.length > apart && line.args ? [line.args.name] : [];
  const passed = apart > 0 ? named : args.map(wordOf);
  const words = [...passed, ...swallowed.map(({ option }) => option)].join(' ');
  throw new UsageError(
    `npm did not pass on all options. Put -- before options and arguments: npm run ${name} -- ${words}`,
  );
}

/** Returns a text as a word of a shell: in double quotes if possible, which all shells know. */
export function wordOf(text: string): string {
  if (/^[\w./@:=+-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}
