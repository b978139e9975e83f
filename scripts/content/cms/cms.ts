import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, defineCommand } from '../../command.ts';
import { git } from '../history/run-git.ts';
import { type Repository, renderCmsConfig, renderCmsPage } from './cms-config.ts';

const BACKENDS = ['github', 'gitlab', 'gitea'] as const;
type Backend = (typeof BACKENDS)[number];

/** Stands where nobody has said it. */
const UNKNOWN = 'OWNER/REPOSITORY';

/** Writes the pages by which content is edited in a browser. */
export const cms = defineCommand({
  name: 'cms',
  about:
    'Writes FOLDER/admin/: Sveltia CMS with the fields of your content, to edit it in a browser.',
  usage: ['FOLDER', 'FOLDER --backend gitlab --repo your-firm/reviews'],
  flags: {
    repo: {
      type: 'string',
      value: 'OWNER/NAME',
      about: 'the repository that holds the folder (default: that of the remote origin)',
    },
    backend: { type: 'string', value: 'NAME', about: 'where it is', allowed: BACKENDS },
    branch: { type: 'string', value: 'NAME', about: 'the branch to edit (default: that of now)' },
    'dry-run': { type: 'boolean', about: 'show what would be written, and write nothing' },
    json: { type: 'boolean', about: 'print one JSON document, for programs' },
  },
  args: { least: 1, most: 1, name: 'FOLDER' },
  details:
    'Serve the folder, such as with "npx serve FOLDER", and open /admin/ in a browser. "Work with Local\nRepository" edits the files on this machine (Chrome, Edge); signing in edits them on the server.\nRun this again after an upgrade.',
  exitCodes: { 0: 'the pages are there', 1: 'nothing was written; the message says why' },
  async run({ flags, args: [folder = ''] }) {
    if (!existsSync(join(folder, 'business.yaml'))) {
      throw new CommandError(
        `${folder} holds no business.yaml; name a content folder, or make one with npm run init -- ${folder}`,
      );
    }
    const repository = await findRepository(folder, flags);
    const files = [
      ['admin/index.html', renderCmsPage()],
      ['admin/config.yml', renderCmsConfig(repository)],
    ] as const;
    if (!flags['dry-run']) {
      mkdirSync(join(folder, 'admin'), { recursive: true });
      for (const [file, text] of files) writeFileSync(join(folder, file), text);
    }
    const names = files.map(([file]) => join(folder, file));
    const hint =
      repository.repo === UNKNOWN
        ? [
            'It is not known where the folder is kept: run this again with --repo OWNER/NAME to sign in there.',
          ]
        : [];
    return {
      lines: [
        flags['dry-run'] ? 'Dry run: nothing is written. It would write' : 'Wrote',
        ...names.map((name) => `  ${name}`),
        ...hint,
        `To edit on this machine: npx serve ${folder}, then open /admin/ and choose "Work with Local Repository".`,
      ],
      data: { files: names, ...repository, isDryRun: flags['dry-run'] },
    };
  },
});

type Said = { readonly [Name in 'repo' | 'backend' | 'branch']: string | undefined };

/** What is said and, failing that, what git knows of the folder. */
async function findRepository(folder: string, said: Said): Promise<Repository> {
  const remote = (await askGit(folder, 'remote', 'get-url', 'origin')) ?? '';
  const [, host = '', path] =
    /^(?:\w+:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  const backend = BACKENDS.find((one) => one === said.backend) ?? backendAt(host);
  return {
    backend,
    repo: said.repo ?? path ?? UNKNOWN,
    branch: said.branch ?? (await askGit(folder, 'symbolic-ref', '--short', 'HEAD')) ?? 'main',
    prefix: (await askGit(folder, 'rev-parse', '--show-prefix')) ?? '',
  };
}

function backendAt(host: string): Backend {
  return BACKENDS.find((one) => host.includes(one)) ?? 'github';
}

/** What git answers, if it knows. */
async function askGit(folder: string, ...args: string[]): Promise<string | undefined> {
  return (await git(folder, args))?.toString().trim();
}
