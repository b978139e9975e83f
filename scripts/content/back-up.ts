import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { DatabaseSync, backup as saveDatabase } from 'node:sqlite';
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
    if (existsSync(folder)) {
      throw new CommandError(
        `${folder} exists; name a new folder, such as backup-${world.now.toISOString().slice(0, 10)}.`,
      );
    }
    if (!relative(contentDir, folder).startsWith('..')) {
      throw new CommandError(
        `${folder} is in the content folder, where it would be published; name another.`,
      );
    }
    const hasContent = existsSync(contentDir);
    if (!hasContent && watch !== 'release') {
      throw new CommandError(
        `There is no content in ${contentDir}; set CONTENT_DIR to the service's.`,
      );
    }
    if (!databaseUrl && !existsSync(join(stateDir, HUB_FILE))) {
      throw new CommandError(
        `There is no ${HUB_FILE} in ${stateDir}; set STATE_DIR to the service's.`,
      );
    }
    try {
      makeFolder(folder, OWN_FOLDER);
      const content = hasContent ? [copyContent(contentDir, join(folder, 'content'))] : [];
      const state = await copyState(stateDir, join(folder, 'state'));
      const more = databaseUrl ? ['Back up the subscriptions in DATABASE_URL with pg_dump.'] : [];
      return { lines: [...content, ...state, ...more] };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  },
});

/** Copies files and folders. Returns a line. */
function copyContent(from: string, to: string): string {
  const filter = (path: string) => {
    const stat = lstatSync(path);
    return basename(path) !== '.git' && (stat.isFile() || stat.isDirectory());
  };
  cpSync(from, to, { recursive: true, filter });
  return `Copied content to ${to}.`;
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
