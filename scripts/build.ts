import { parseArgs } from 'node:util';
import { ContentError } from '#dataset/content-problem.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { readManifest } from '#release/manifest.ts';
import {
  ConfigError,
  describeFolder,
  publicOrigin,
  readConfig,
  readEnvironment,
} from '../sidecar/config/config.ts';
import { BUNDLE_SCRIPT, BundleError, ensureBundle } from '../sidecar/render/bundle.ts';
import { ReleaseStore } from '../sidecar/store/store.ts';
import { buildRelease, ReleaseFolderError } from './build/build.ts';
import { formatProblems } from './check/format-problems.ts';
import { isUsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run build [-- --content DIR --base-url URL --out DIR --html]';

const NEVER = new AbortController().signal;

/**
 * Builds a release. What the command line does not give comes from the environment. `--html` leaves out
 * what pages of reviews are in other forms, which are two files a review.
 */
async function main(): Promise<void> {
  const { contentDir, baseUrl, outDir, stateDir, earlier, isHtmlOnly } = settings();
  console.log(describeFolder(contentDir));
  const started = performance.now();
  const bundling = { stateDir, script: BUNDLE_SCRIPT, tell: console.error };
  const bundle = () => ensureBundle(bundling, NEVER);
  const paths = { contentDir, baseUrl, outDir, stateDir };
  const { publication, files } = await buildRelease({ ...paths, isHtmlOnly, earlier, bundle });
  process.stderr.write(formatProblems('text', publication.warnings, `${contentDir}/`));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { reviews } = publication.dataset;
  console.log(
    `${outDir}: ${reviews.length} reviews in ${files} files for ${baseUrl}, ${seconds} s`,
  );
}

function settings() {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { content: option, 'base-url': option, out: option, html: { type: 'boolean' } },
  });
  const environment = readEnvironment();
  const { BASE_URL, OUT_DIR } = environment;
  const given = {
    ...environment,
    BASE_URL: values['base-url'] ?? BASE_URL,
    OUT_DIR: values.out ?? OUT_DIR,
  };
  const config = readConfig(given, values.content);
  // What the sidecar publishes may follow a release in OUT_DIR, and the reverse.
  const earlier = [
    readManifest(OUT_DIR ?? config.outDir),
    ReleaseStore.readManifest(config.stateDir),
  ];
  const isHtmlOnly = values.html ?? false;
  return { ...config, baseUrl: publicOrigin(config), isHtmlOnly, earlier };
}

try {
  await main();
} catch (error) {
  const fault = describeSystemFault(error);
  if (error instanceof ContentError) {
    const { contentDir } = settings();
    process.stderr.write(formatProblems('text', error.problems, `${contentDir}/`));
    console.error('Nothing was published. Correct the files named above and build again.');
  } else if (
    error instanceof ConfigError ||
    error instanceof ReleaseFolderError ||
    error instanceof BundleError
  ) {
    console.error(error.message);
  } else if (isUsageError(error)) {
    console.error(`${error.message}\n${USAGE}`);
  } else if (fault !== undefined) {
    console.error(`The build failed ${fault}. Nothing was published.`);
  } else {
    console.error('The build failed; nothing was published.', error);
  }
  process.exitCode = 1;
}
