/**
 * The conversation of an import with a person: it asks for the file (here), about unclear columns
 * (ask-questions.ts; where no one can answer, write-letter.ts makes one error of the questions), and
 * who vouches for the reviews (here); shows three of them and all that would be done (report.ts,
 * with remarks.ts); and offers to keep the answers (here).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import { type Ask, Canceled } from '../../ask.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { Options } from '../options.ts';
import { amount } from '../phrases.ts';
import type { Plan } from '../plan/plan.ts';
import { importCommand, renderMap } from './write-letter.ts';

/** Asks for the path of an export. A file that is dragged into a terminal arrives as its path. */
export async function askPath(ask: Ask): Promise<string> {
  const message = 'Which file has the reviews? Drag it into this window, or type its path.';
  const check = (said: string) =>
    existsSync(pathIn(said))
      ? undefined
      : `There is no file ${pathIn(said)}; drag it from its folder.`;
  return pathIn(await ask.text({ message, check }));
}

/** Returns a path without the quotes or backslashes by which a terminal makes it one word. */
function pathIn(said: string): string {
  const word = said.trim();
  const quoted = /^(["'])(.*)\1$/.exec(word)?.[2];
  const path = quoted ?? (process.platform === 'win32' ? word : word.replace(/\\(.)/g, '$1'));
  const whole = path.replace(/^~(?=[/\\])/, homedir());
  const short = relative('', whole);
  return short === '' || /^\.\.|^\w:/.test(short) ? whole : short;
}

/** True if a person vouches for the new reviews, which are then published. */
export async function askToVouch({ added }: Plan, business: string, ask: Ask): Promise<boolean> {
  const open = added.filter(({ isPending, incoming }) => isPending && incoming.isVouched !== false);
  const others = added.filter(({ isPending }) => !isPending).length;
  if (open.length === 0) return false;
  const also = others > 0 ? ` The platform verified ${others} more, which will be published.` : '';
  const answer = await ask.choose({
    message: `Publish ${amount(open.length, 'new review')}? If you say yes, you vouch that every author was a client of ${business}, and that you can show it.${also}`,
    options: [
      { value: 'pending', label: 'Not yet: store them, and publish them after a check' },
      { value: 'verified', label: 'Yes: every author was a client, and we can show it' },
    ],
  });
  return answer === 'verified';
}

/**
 * Offers to keep the answers of a person as a map. Returns lines with the command that imports the
 * next export of this kind without questions.
 */
export async function offerMap(lines: ColumnMap, options: Options, ask: Ask): Promise<string[]> {
  const { path = '' } = options;
  const names = ['', `${basename(path, extname(path))}-`].map((name) => `${name}map.yaml`);
  const map = names.map((name) => join(dirname(path), name)).find((file) => !existsSync(file));
  const shown = renderMap(lines);
  const message = `Keep your answers in ${map}, so that the next export of this kind needs no questions?`;
  try {
    if (map === undefined || !(await ask.confirm({ message }))) return [];
    writeFileSync(map, `# The columns of ${basename(path)}\n${shown.join('\n')}\n`, { flag: 'wx' });
    return [`Your answers are in ${map}. The next time:`, `  ${importCommand(options, map)}`];
  } catch (error) {
    // The reviews are imported already.
    if (error instanceof Canceled) return [];
    return [`${map} could not be written (${error}). Its lines:`, ...shown];
  }
}
