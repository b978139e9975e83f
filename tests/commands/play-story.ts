import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Ask } from '../../scripts/ask.ts';
import { runCommand } from '../../scripts/command.ts';
import { COMMANDS } from '../../scripts/commands.ts';
import { NOW } from '../support/call-command.ts';

/** Commits have the same ids each time. */
export const GIT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ed',
  GIT_AUTHOR_EMAIL: 'ed@example.com',
  GIT_AUTHOR_DATE: '2026-10-01T12:00:00Z',
  GIT_COMMITTER_NAME: 'Ed',
  GIT_COMMITTER_EMAIL: 'ed@example.com',
  GIT_COMMITTER_DATE: '2026-10-01T12:00:00Z',
};

/** Runs the lines of a story in a folder. Returns a transcript, as a terminal would show it. */
export async function playStory(story: string, folder: string): Promise<string> {
  const read = (file: string) => {
    const path = join(story, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : undefined;
  };
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  const ask = createPerson(read('answers')?.split('\n'), print);
  const variables = { CONTENT_DIR: 'content', STATE_DIR: 'state', ...parseEnv(read('env') ?? '') };
  const start = process.cwd();
  let drawn = 0;
  process.chdir(folder);
  try {
    for (const line of read('args')?.split('\n') ?? []) {
      if (line === '' || line.startsWith('#')) continue;
      print(`${printed.length > 0 ? '\n' : ''}$ ${line}`);
      const [, name = '', rest = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(line) ?? [];
      const command = await COMMANDS[name]?.();
      if (!command) {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
          env: { ...process.env, ...GIT },
          encoding: 'utf8',
        });
        if (status !== 0) throw new Error(`${line} ended with ${status}: ${stdout}${stderr}`);
        continue;
      }
      const code = await runCommand(command, wordsOf(rest), {
        now: NOW,
        randomBelow: (end) => drawn++ % end,
        print,
        printError: print,
        variables,
        readEnvironment: () => variables,
        ask,
      });
      if (code !== 0) print(`[exit code ${code}]`);
    }
  } finally {
    process.chdir(start);
  }
  return `${printed.join('\n')}\n`.replaceAll(`${folder}/`, '').replaceAll(start, '.');
}

/** Returns the words of a line: quoted as in a shell, with line ends in $'...\n...'. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:\$'[^']*'|'[^']*'|"[^"]*"|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /\$'([^']*)'|'([^']*)'|"([^"]*)"/g,
      (_, lines?: string, single?: string, double?: string) =>
        lines?.replaceAll('\\n', '\n').replaceAll('\\u200b', '\u200b') ?? single ?? double ?? '',
    ),
  );
}

/** A person who gives these answers, one after another; undefined without any. */
function createPerson(answers: string[] | undefined, print: (text: string) => void) {
  if (!answers) return undefined;
  const next = (message: string, isLong = false): string => {
    const lines = answers.splice(0, isLong ? answers.indexOf('.') + 1 : 1);
    if (lines.length === 0) throw new Error(`The story has no answer to: ${message}`);
    print(`? ${message}\n> ${lines.join('\n> ')}`);
    return (isLong ? lines.slice(0, -1) : lines).join('\n');
  };
  const ask: Ask = {
    async text({ message, isLong, initial, check }) {
      for (;;) {
        const answer = next(message, isLong) || (initial ?? '');
        const fault = check?.(answer);
        if (fault === undefined) return answer;
        print(`! ${fault}`);
      }
    },
    async choose({ message, options }) {
      const labels = options.map(({ value, label = value }) => label);
      const answer = next(`${message} (${labels.join(' / ')})`);
      const chosen = options.find(({ value, label = value }) => label === answer);
      if (!chosen) throw new Error(`"${answer}" is not an answer to: ${message}`);
      return chosen.value;
    },
    confirm: async ({ message }) => next(message) === 'yes',
  };
  return ask;
}

/** Returns the files of a folder by path, without git's; the bytes as Latin-1, so that all differ. */
export function readFolder(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(folder, '.git/')));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}
