/**
 * `npm run cms`: writes the files in admin/ into a content folder, for editing it in a browser. This
 * file completes the configuration; cms-fields.ts makes its fields from the schemas.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { CONTENT_KINDS } from '#dataset/schema/content-schemas.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { checkFlag } from '../content.ts';
import { editFolder } from '../edits/edit-folder.ts';
import { findPrefix } from '../history/run-git.ts';
import { fieldsOf, labelOf } from './cms-fields.ts';

const Repo = z.optional(z.string().regex(/^[\w.-]+(\/[\w.-]+)+$/, 'must be OWNER/NAME'));
const Branch = z.optional(z.string().regex(/^\S+$/, 'must not contain spaces'));

export const cms = defineCommand({
  name: 'cms',
  about:
    'Writes FOLDER/admin/: Sveltia CMS with the fields of your content, for editing it in a browser.',
  usage: ['FOLDER', 'FOLDER --backend gitlab --repo your-firm/reviews'],
  flags: {
    repo: { type: 'string', value: 'OWNER/NAME', about: 'the repository that contains FOLDER' },
    backend: {
      ...{ type: 'string', value: 'NAME', about: 'its host (default: github)' },
      allowed: ['github', 'gitlab', 'gitea'],
    },
    branch: { type: 'string', value: 'NAME', about: 'its branch (default: main)' },
    'dry-run': { type: 'boolean', about: 'show the files, and write nothing' },
    json: { type: 'boolean', about: 'print one JSON document, for programs' },
  },
  args: { least: 1, most: 1, name: 'FOLDER' },
  details:
    'Serve the folder, such as with "npx serve FOLDER", and open /admin/ in a browser. "Work with Local\nRepository" edits the files on this machine (Chrome, Edge); signing in edits them on the server.\nRun this again after an upgrade.',
  exitCodes: { 0: 'the pages were written', 1: 'nothing was written; the message says why' },
  async run({ flags, args: [folder = ''] }) {
    if (!existsSync(join(folder, 'business.yaml'))) {
      throw new CommandError(
        `${folder} contains no business.yaml; name a content folder, or create one with npm run init -- ${folder}`,
      );
    }
    const repository = {
      backend: flags.backend ?? 'github',
      repo: checkFlag('--repo', Repo, flags.repo),
      branch: checkFlag('--branch', Branch, flags.branch) ?? 'main',
      prefix: await findPrefix(folder),
    };
    const texts = { 'index.html': readFile('index.html'), 'config.yml': renderConfig(repository) };
    const edits = Object.entries(texts).map(([name, text]) => {
      const file = join('admin', name);
      const path = join(folder, file);
      return { file, text, before: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
    });
    if (!flags['dry-run']) editFolder(folder, edits);
    const files = edits.map(({ file }) => join(folder, file));
    const lines = [
      flags['dry-run'] ? 'Dry run: nothing is written. These files would be:' : 'Wrote',
      ...files.map((file) => `  ${file}`),
      ...(repository.repo === undefined ? ['To let editors sign in, add --repo OWNER/NAME.'] : []),
      `To edit on this machine: npx serve ${folder}, then open /admin/ and choose "Work with Local Repository".`,
    ];
    return { lines, data: { files, ...repository, isDryRun: flags['dry-run'] } };
  },
});

type Repository = {
  readonly backend: string;
  readonly repo: string | undefined;
  readonly branch: string;
  /** The place of the folder in it. */
  readonly prefix: string;
};

/**
 * Returns the configuration of a git-based CMS, as Sveltia and Decap read it, for all kinds of
 * content files.
 */
export function renderConfig({ backend, repo, branch, prefix }: Repository): string {
  const [reviews, ...others] = CONTENT_KINDS;
  const files = others.map((kind) => ({
    name: kind.name,
    label: labelOf(kind.name),
    file: prefix + kind.file,
    ...(kind.file.endsWith('.md') && { format: 'frontmatter' }),
    fields: fieldsOf(kind),
  }));
  const config = parseDocument(readFile('config.yml'));
  const set = (path: readonly unknown[], value: unknown) =>
    config.setIn(path, config.createNode(value, { aliasDuplicateObjects: false }));
  set(['backend'], { name: backend, repo: repo ?? 'OWNER/NAME', branch });
  set(['media_folder'], `${prefix}admin/media`);
  set(['collections', 0, 'folder'], `${prefix}reviews`);
  set(['collections', 0, 'fields'], fieldsOf(reviews));
  set(['collections', 1, 'files'], files);
  return config.toString({ lineWidth: 0 });
}

function readFile(name: string): string {
  return readFileSync(join(import.meta.dirname, 'admin', name), 'utf8');
}
