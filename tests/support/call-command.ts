import { type Command, runCommand, type World } from '../../scripts/command.ts';

/** Midnight has passed in London, and not in New York. */
export const NOW = new Date('2026-10-07T03:00:00Z');

/** Runs a command in this process, without a terminal unless the world has one. */
export async function callCommand(
  command: Command,
  args: readonly string[],
  world: Partial<World> = {},
): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
  const out: string[] = [];
  const errors: string[] = [];
  let drawn = 0;
  const code = await runCommand(command, args, {
    now: NOW,
    randomBelow: (end) => drawn++ % end,
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
    variables: {},
    readEnvironment: () => ({}),
    ask: undefined,
    ...world,
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}
