import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { readManifest } from '#release/manifest.ts';
import {
  describeFolder,
  type Environment,
  publicOrigin,
  readConfig,
} from '../sidecar/config/config.ts';
import { folderOf, ordinalsIn } from '../sidecar/publish/store/release-folders.ts';
import { BUNDLE_SCRIPT, BundleError, ensureBundle } from '../sidecar/render/bundle.ts';
import { buildRelease } from './build/build.ts';
import { ReleaseFolderError } from './build/out-folder.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, main, type World } from './command.ts';
import type { Call } from './command-line.ts';

const NEVER = new AbortController().signal;

const FLAGS = {
  content: CONTENT_FLAGS.content,
  'base-url': { type: 'string', value: 'URL', about: 'the public origin (default: BASE_URL)' },
  'sidecar-url': {
    type: 'string',
    value: 'URL',
    about: 'the origin of a service for search, MCP and the hub (default: SIDECAR_URL, else none)',
  },
  out: { type: 'string', value: 'DIR', about: 'where to write it (default: OUT_DIR, else dist)' },
  confirm: {
    type: 'boolean',
    about: 'build even if half of the reviews published there have vanished',
  },
  html: {
    type: 'boolean',
    about: 'leave out the other forms of review pages, two files per review',
  },
} as const;

const build = defineCommand({
  name: 'build',
  about: 'Builds a release: all files of the site, for a web server, a CDN or replicas.',
  usage: ['[--content DIR] [--base-url URL] [--sidecar-url URL] [--out DIR] [--html] [--confirm]'],
  flags: FLAGS,
  details: 'Everything else comes from the environment and .env: site/docs/configuration.md.',
  exitCodes: { 0: 'the release was built', 1: 'nothing was published; the message says why' },
  async run({ flags }, world) {
    const settings = settingsOf(flags, world.readEnvironment());
    try {
      return { lines: [await buildFrom(settings, world)] };
    } catch (error) {
      const fault = describeSystemFault(error);
      if (error instanceof ContentError) {
        for (const problem of error.problems) {
          world.printError(formatProblem(problem, `${settings.contentDir}/`));
        }
        throw new CommandError(
          'Nothing was published. Correct the files named above and run the build again.',
        );
      }
      if (error instanceof ReleaseFolderError || error instanceof BundleError) {
        throw new CommandError(error.message, { cause: error });
      }
      if (fault === undefined) throw error;
      throw new CommandError(`The build failed ${fault}. Nothing was published.`, { cause: error });
    }
  },
});

/** Returns the name of the folder, and its figures. */
async function buildFrom(
  settings: ReturnType<typeof settingsOf>,
  { print, printError }: World,
): Promise<string> {
  const { contentDir, baseUrl, outDir, stateDir } = settings;
  print(describeFolder(contentDir));
  if (!settings.isForOrigin) {
    printError(`BASE_URL is not set: every address in this release begins with ${baseUrl}.`);
  }
  const started = performance.now();
  const bundling = { stateDir, script: BUNDLE_SCRIPT, tell: printError };
  const bundle = () => ensureBundle(bundling, NEVER);
  const { dataset, warnings, files } = await buildRelease({ ...settings, bundle });
  for (const warning of warnings) printError(formatProblem(warning, `${contentDir}/`));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `${outDir}: ${dataset.reviews.length} reviews in ${files} files for ${baseUrl}, ${seconds} s`;
}

function settingsOf(flags: Call<typeof FLAGS>['flags'], environment: Environment) {
  const { BASE_URL, SIDECAR_URL, OUT_DIR } = environment;
  const given = {
    ...environment,
    BASE_URL: flags['base-url'] ?? BASE_URL,
    SIDECAR_URL: flags['sidecar-url'] ?? SIDECAR_URL,
    OUT_DIR: flags.out ?? OUT_DIR,
  };
  const config = readConfig(given, flags.content);
  const { contentDir, sidecarUrl, outDir, stateDir, hsts } = config;
  // A release in OUT_DIR may follow one that the sidecar published.
  const stored = ordinalsIn(stateDir).map((ordinal) => folderOf(stateDir, ordinal));
  const earlier = [OUT_DIR ?? outDir, ...stored].map((folder) => readManifest(folder));
  const baseUrl = publicOrigin(config);
  const isForOrigin = config.baseUrl !== undefined;
  const { html: isHtmlOnly, confirm: isConfirmed } = flags;
  const headers = hsts === undefined ? [] : ['Strict-Transport-Security', hsts];
  const origins = { baseUrl, sidecarUrl };
  const choices = { isHtmlOnly, isConfirmed, isForOrigin };
  return { contentDir, outDir, stateDir, ...origins, headers, ...choices, earlier };
}

await main(build);
