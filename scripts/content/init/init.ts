/**
 * `npm run init`: creates a content folder from the files in starter/. profile.ts asks for the facts
 * of the business, and starter.ts writes them into these files.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { countOf, wordOf } from '../../printed-text.ts';
import { editFolder } from '../edits/edit-folder.ts';
import { readProfile } from './profile.ts';
import { renderStarter } from './starter.ts';

export const init = defineCommand({
  name: 'init',
  about:
    'Creates a content folder for your own reviews. At a terminal, it asks for missing values; elsewhere, --name, --type and --time-zone are required.',
  usage: ['FOLDER', 'FOLDER --name NAME --type TYPE --time-zone ZONE'],
  flags: {
    name: { type: 'string', value: 'NAME', about: 'the name of the business' },
    type: { type: 'string', value: 'TYPE', about: 'its type at schema.org, such as Dentist' },
    'time-zone': { type: 'string', value: 'ZONE', about: 'its time zone, such as Europe/Paris' },
    trade: { type: 'string', value: 'LIST', about: 'its list of aspects', allowed: TRADES },
    language: { type: 'string', value: 'TAG', about: 'the language of most reviews (default: en)' },
    url: { type: 'string', value: 'URL', about: 'its website' },
    'dry-run': { type: 'boolean', about: 'show the files, and write nothing' },
    json: { type: 'boolean', about: 'print one JSON document, for programs' },
  },
  args: { least: 1, most: 1, name: 'FOLDER' },
  details:
    'The folder gets business.yaml, lists to fill in, JSON Schemas, a README for editors, and checks\nfor GitHub and GitLab. Existing files are not changed. The type decides which list of aspects\nis used, unless --trade names another.',
  exitCodes: { 0: 'the folder is ready', 1: 'nothing was written; the message says why' },
  async run({ flags, args: [folder = ''] }, { ask, now }) {
    refuseExisting(folder);
    const profile = await readProfile(flags, ask);
    const starter = [...renderStarter(profile, String(now.getUTCFullYear()))];
    const added = starter.filter(([file]) => !existsSync(join(folder, file)));
    const files = added.map(([file]) => file);
    const data = { folder, files, isDryRun: flags['dry-run'] };
    if (flags['dry-run']) {
      const head = 'Dry run: nothing is written. These files would be:';
      return { lines: [head, ...files.map((file) => `  ${join(folder, file)}`)], data };
    }
    const edits = added.map(([file, text]) => ({ file, text, before: undefined }));
    editFolder(folder, edits);
    const made = `Created ${folder}, with ${countOf(files.length, 'file')}.`;
    return { lines: [made, '', ...nextSteps(folder, profile.url)], data };
  },
});

function refuseExisting(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new CommandError(`${folder} is a file, so nothing was written; name a folder.`);
  }
  if (existsSync(join(folder, 'business.yaml'))) {
    throw new CommandError(
      `${folder} already contains a business.yaml, so nothing was written. Edit that file, or name another folder.`,
    );
  }
}

function nextSteps(folder: string, url: string | undefined): string[] {
  const path = wordOf(folder);
  const missing = url === undefined ? ', and still needs the address of its website' : '';
  return [
    'Next:',
    `  echo CONTENT_DIR=${path} >> .env   # all commands use it from now on`,
    '  npm run import   # add reviews from Google, Yelp or another site; it asks for the file',
    '  npm run new      # or write a review yourself',
    '  npm start        # then open http://localhost:8787',
    '',
    `${join(folder, 'business.yaml')} has an example of every other key of the business${missing}.`,
  ];
}
