import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, defineCommand } from '../../command.ts';
import { git } from '../history/run-git.ts';
import { type Repository, renderCmsConfig, renderCmsPage } from './cms-config.ts';

const BACKENDS = ['github', 'gitlab', 'gitea'] as const;
type Backend = (typeof BACKENDS)[number];

/** The placeholder for an unknown repository. */
const UNKNOWN = 'OWNER/REPOSITORY';

/** Writes the pages for editing content in a browser. */
export const cms = defineCommand({
  name: 'cms',
  about:
    'Writes FOLDER/admin/: Sveltia CMS with the fields of your content, for editing it in a browser.',
  usage: ['FOLDER', 'FOLDER --backend gitlab --repo your-firm/reviews'],
  flags: {
    repo: {
      type: 'string',
      value: 'OWNER/NAME',
      about: 'the repository that contains the folder (default: from the remote origin)',
    },
    backend: { type: 'string', value: 'NAME', about: 'its host', allowed: BACKENDS },
    branch: {
      type: 'string',
      value: 'NAME',
      about: 'the branch to edit (default: the current one)',
    },
    'dry-run': { type: 'boolean', about: 'show the files, and write nothing' },
    json: { type: 'boolean', about: 'print one JSON document, for programs' },
  },
  args: { least: 1, most: 1, name: 'FOLDER' },
  details:
    'Serve the folder, such as with "npx serve FOLDER", and open /admin/ in a browser. "Work with Local\nRepository" edits the files on this machine (Chrome, Edge); signing in edits them on the server.\nRun this again after an upgrade.',
  exitCodes: { 0: 'the pages exist', 1: 'nothing was written; the message says why' },
  async run({ flags, args: [folder = ''] }) {
    if (!existsSync(join(folder, 'business.yaml'))) {
      throw new CommandError(
        `${folder} contains no business.yaml; name a content folder, or create one with npm run init -- ${folder}`,
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
            'The repository of the folder is unknown: run this again with --repo OWNER/NAME to sign in there.',
          ]
        : [];
    return {
      lines: [
        flags['dry-run'] ? 'Dry run: nothing is written. These files would be:' : 'Wrote',
        ...names.map((name) => `  ${name}`),
        ...hint,
        `To edit on this machine: npx serve ${folder}, then open /admin/ and choose "Work with Local Repository".`,
      ],
      data: { files: names, ...repository, isDryRun: flags['dry-run'] },
    };
  },
});

type Said = { readonly [Name in 'repo' | 'backend' | 'branch']: string | undefined };

/** Returns the repository from the flags or, failing that, from git. */
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

/** Returns git's answer, if it has one. */
async function askGit(folder: string, ...args: string[]): Promise<string | undefined> {
  return (await git(folder, args))?.toString().trim();
}
