import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync, backup as saveDatabase } from 'node:sqlite';
import { placeOf } from '#dataset/read/read-content.ts';
import { isSystemFault, systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { contentFolder, readConfig } from '../../sidecar/config/config.ts';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import { SECRET_FILE } from '../../sidecar/mcp/sessions.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';

const BUSY_TIMEOUT_MS = 10_000;

export const backup = defineCommand({
  name: 'backup',
  about:
    'Copies everything that cannot be made again into a new folder, even while the service runs.',
  usage: ['DIR [--content DIR]'],
  flags: { content: CONTENT_FLAGS.content },
  args: { least: 1, most: 1, name: 'DIR' },
  details: `DIR/content is the content with .import, the memory of imports, and without .git.
DIR/state has the subscriptions (unless they are in DATABASE_URL) and the key of MCP
sessions: secrets, so only you may read it. Run it with the CONTENT_DIR and STATE_DIR of
the service: it fails if there is no content (except with WATCH=release), or no database
of subscriptions (except with DATABASE_URL).

To restore, stop the service, copy DIR/content to CONTENT_DIR and DIR/state to an empty
STATE_DIR, start it, and take down again the reviews removed since the backup.`,
  exitCodes: { 0: 'it is complete', 1: 'it failed, and DIR is removed' },
  async run({ flags, args: [folder = ''] }, world) {
    const environment = world.readEnvironment();
    const { databaseUrl, stateDir, watch } = readConfig(environment);
    const contentDir = contentFolder(flags.content, environment);
    const example = `name a new folder, such as backup-${world.now.toISOString().slice(0, 10)}`;
    if (folder.trim() === '') throw new CommandError(`The name of DIR is empty; ${example}.`);
    const target = resolve(folder);
    const content = placeOf(contentDir);
    if (content === undefined && watch !== 'release') {
      throw new CommandError(
        `There is no content in ${contentDir}; set CONTENT_DIR to the service's.`,
      );
    }
    if (content !== undefined && isInside(content, futurePlaceOf(target))) {
      throw new CommandError(
        `${folder} is in the content folder, where it would be published; name another.`,
      );
    }
    if (!databaseUrl && !existsSync(join(stateDir, HUB_FILE))) {
      throw new CommandError(
        `There is no ${HUB_FILE} in ${stateDir}; set STATE_DIR to the service's.`,
      );
    }
    let isOurs = false;
    try {
      makeFolder(dirname(target));
      mkdirSync(target, { mode: OWN_FOLDER });
      isOurs = true;
      const copy = join(folder, 'content');
      if (content !== undefined) {
        cpSync(content, copy, { recursive: true, verbatimSymlinks: true, filter: isKept });
      }
      const state = await copyState(stateDir, join(folder, 'state'));
      const more = databaseUrl ? ['Back up the subscriptions in DATABASE_URL with pg_dump.'] : [];
      return {
        lines: [
          ...(content === undefined ? [] : [`Copied content to ${copy}.`]),
          ...state,
          ...more,
        ],
      };
    } catch (error) {
      if (isOurs) rmSync(target, { recursive: true, force: true });
      else if (existsSync(target)) throw new CommandError(`${folder} exists; ${example}.`);
      if (!(error instanceof Error) || isSystemFault(error) || !systemCodeOf(error)) throw error;
      throw new CommandError(
        `The backup failed: ${error.message}; check the folders, their permissions and the space.`,
      );
    }
  },
});

/** Returns the path that a folder will have, with all links resolved. */
function futurePlaceOf(path: string): string {
  return placeOf(path) ?? join(futurePlaceOf(dirname(path)), basename(path));
}

function isInside(top: string, place: string): boolean {
  return relative(top, place).split(sep)[0] !== '..';
}

/** True for files, folders and links, which stay as they are. */
function isKept(path: string): boolean {
  const stat = lstatSync(path);
  return (
    basename(path) !== '.git' && (stat.isFile() || stat.isDirectory() || stat.isSymbolicLink())
  );
}

/** Copies what a service has kept. Resolves to a line for each file. */
async function copyState(from: string, to: string): Promise<string[]> {
  const names = [HUB_FILE, SECRET_FILE].filter((name) => existsSync(join(from, name)));
  mkdirSync(to, { mode: OWN_FOLDER });
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    writeFileSync(target, name === SECRET_FILE ? readFileSync(source) : '', { mode: 0o600 });
    if (name === SECRET_FILE) continue;
    const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    await saveDatabase(database, target).finally(() => database.close());
  }
  return names.map((name) => {
    const what =
      name === HUB_FILE ? 'the subscriptions and their secrets' : 'the key of MCP sessions';
    return `Copied ${what} to ${join(to, name)}.`;
  });
}
