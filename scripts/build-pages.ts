import { enableCompileCache } from 'node:module';
import { parsePagesOptions } from './build-pages/options.ts';
import { UnreadableReleaseError } from './build-pages/read-release.ts';
import { isUsageError } from './usage-error.ts';

const USAGE =
  'Usage: node scripts/build-pages.ts --release FILE [--previous FILE] --out FILE --work DIR [--attached]';

// Astro would tell its makers of every build, and the process would wait for their answer.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

// Before Astro is loaded: compiling it takes longer than building one page.
enableCompileCache();
const { buildPages } = await import('./build-pages/build-pages.ts');

try {
  const options = parsePagesOptions(process.argv.slice(2));
  console.log(JSON.stringify(await buildPages(options, new Date())));
} catch (error) {
  if (isUsageError(error)) {
    console.error(`${error.message}\n${USAGE}`);
  } else if (error instanceof UnreadableReleaseError) {
    console.error(error.message);
  } else {
    console.error('The pages could not be built.', error);
  }
  process.exitCode = 1;
}
