import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, readTranscript } from './transcript.ts';

/** Lines of a difference that are shown, and characters of each. */
const MAX_LINES = 40;
const MAX_LENGTH = 1_000;

type Files = ReadonlyMap<string, string>;

/**
 * Lists the entries of a transcript that differ from the recorded one: the name of each, and the lines
 * that changed in it or in the body that it shows.
 */
export function compareTranscript(
  name: string,
  {
    recorded,
    played,
    folder,
  }: { readonly recorded: Files; readonly played: Files; readonly folder: string },
): string[] {
  const before = readTranscript(recorded.get(name) ?? '').map(nameWithHeaders);
  const now = readTranscript(played.get(name) ?? '').map(nameWithHeaders);
  const names = new Set([...before, ...now].map((entry) => entry.name));
  return [...names].flatMap((entry) => {
    const textOf = (entries: typeof now, files: Files) =>
      entries
        .filter((one) => one.name === entry)
        .map(({ text }) => withBody(text, files))
        .join('\n\n');
    const [one, other] = [textOf(before, recorded), textOf(now, played)];
    return one === other ? [] : [`${name}: ${cut(entry)}\n${diff(one, other, folder)}`];
  });
}

/** An entry by its whole request, as many ask for one address in other ways. */
function nameWithHeaders({ name, text }: Entry): Entry {
  const isAsked = /^[A-Z]+ /.test(name) && !/^\d{3}\n/.test(text);
  const [sent = ''] = isAsked ? text.split('\n\n', 1) : [];
  return { name: [name, ...sent.split('\n')].filter(Boolean).join(', '), text };
}

/** The text of an entry with the body that is stored elsewhere. */
function withBody(text: string, files: Files): string {
  return text.replace(/^\{(bodies\/.+)\}$/m, (_, file: string) => files.get(file) ?? 'nothing');
}

/** The lines that differ between two texts, as `git diff` shows them; folder is for its files. */
function diff(one: string, other: string, folder: string): string {
  const files = ['recorded', 'played'].map((name) => join(folder, name));
  const [recorded = '', played = ''] = files;
  writeFileSync(recorded, `${one}\n`);
  writeFileSync(played, `${other}\n`);
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--unified=2', recorded, played], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const blocks = stdout.split(/^(?=[ @])/m).slice(1);
  const lines = blocks.flatMap((block) => block.replace(/\n$/, '').split('\n').map(cut));
  const rest = lines.length - MAX_LINES;
  return lines.slice(0, MAX_LINES).join('\n') + (rest > 0 ? `\n… and ${rest} lines` : '');
}

function cut(line: string): string {
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)} …`;
}
