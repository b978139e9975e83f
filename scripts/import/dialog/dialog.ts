/**
 * The conversation of an import with a person: it asks for the file (here), about unclear columns
 * (ask-questions.ts; where no one can answer, write-letter.ts makes one error of the questions), and
 * who vouches for the reviews (here); shows three of them (preview.ts) and all that would be done
 * (report.ts, with remarks.ts); and offers to keep the answers (here).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import { PLACEHOLDER_NAME, PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { type Ask, Canceled } from '../../ask.ts';
import { QUESTIONS } from '../../content/init/profile.ts';
import type { Profile } from '../../content/init/starter.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { Options } from '../options.ts';
import type { Plan } from '../plan/plan.ts';
import { whoVerified } from './remarks.ts';
import { amount } from './report.ts';
import { command, importCommand, renderMap } from './write-letter.ts';

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
  const short = relative(process.cwd(), whole);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? whole : short;
}

/** Returns a profile for a new folder with what only its owner can say, such as the time zone. */
export async function completeProfile(profile: Profile, ask: Ask): Promise<Profile> {
  const { name, timeZone } = profile;
  return {
    ...profile,
    name: name === PLACEHOLDER_NAME ? await ask.text(QUESTIONS.name) : name,
    timeZone:
      timeZone === PLACEHOLDER_TIME_ZONE ? await ask.text(QUESTIONS['time-zone']) : timeZone,
  };
}

/** True if a person vouches for the new reviews, which are then published. */
export async function askToVouch({ added }: Plan, business: string, ask: Ask): Promise<boolean> {
  const open = added.filter(({ isPending, incoming }) => isPending && incoming.isVouched !== false);
  if (open.length === 0) return false;
  const known = Map.groupBy(
    added.filter(({ isPending }) => !isPending),
    whoVerified,
  );
  const others = [...known].map(
    ([who, { length }]) =>
      ` ${who} ${amount(length, 'other')}, so ${length === 1 ? 'it is' : 'these are'} published in any case.`,
  );
  const [them, author] = open.length === 1 ? ['it', 'the author'] : ['them', 'every author'];
  const which = open.length === 1 ? 'the new review' : `the ${open.length} new reviews`;
  const answer = await ask.choose({
    message: `Publish ${which}? If you say yes, you vouch for ${them}: ${author} was a client of ${business}, and you can show it.${others.join('')}`,
    options: [
      { value: 'pending', label: `Not yet: store ${them}, and publish ${them} after a check` },
      { value: 'verified', label: `Yes: ${author} was a client, and we can show it` },
    ],
  });
  return answer === 'verified';
}

/** True if a person wants what the preview shows. */
export async function askToWrite(added: number, changed: number, ask: Ask): Promise<boolean> {
  const changes = changed > 0 ? ` and change ${changed}` : '';
  return ask.confirm({ message: `Go ahead: add ${amount(added, 'review')}${changes}?` });
}

/** Returns what a person may do after an import that was shown before. */
export function describeNext(onNew: readonly string[], { content }: Options): string[] {
  return [
    'Done.',
    ...onNew,
    `To take this import back: ${command('import', ['--undo'], { content })}`,
  ];
}

/**
 * Offers to keep the answers of a person as a map. Returns lines with the command that imports the
 * next export of this kind without questions.
 */
export async function offerMap(lines: ColumnMap, options: Options, ask: Ask): Promise<string[]> {
  const { path = '' } = options;
  const name = basename(path, extname(path));
  const beside = ['map.yaml', `${name}-map.yaml`].map((file) => join(dirname(path), file));
  const map = beside.find((file) => !existsSync(file)) ?? `${name}-map-2.yaml`;
  const message = `Keep your answers in ${map}, so that the next export of this kind needs no questions?`;
  try {
    if (!(await ask.confirm({ message }))) return [];
    const text = `# The columns of ${basename(path)}\n${renderMap(lines).join('\n')}\n`;
    writeFileSync(map, text, { flag: 'wx' });
    return [`Your answers are in ${map}. The next time:`, `  ${importCommand(options, map)}`];
  } catch (error) {
    // The reviews are imported already.
    if (error instanceof Canceled) return [];
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    return [`${map} could not be written (${code}). Its lines:`, ...renderMap(lines)];
  }
}
