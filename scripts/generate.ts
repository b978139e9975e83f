import { isTTY, progress } from '@clack/prompts';
import { generateContent } from './generate/generate-content.ts';
import { type Options, parseOptions } from './generate/options.ts';
import { findObstacle, writeContent } from './generate/write-content.ts';
import { isUsageError, UsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run generate -- --reviews N --out DIR [--seed S]';

async function main({ reviews, out, seed }: Options): Promise<void> {
  const obstacle = findObstacle(out);
  if (obstacle !== undefined) throw new UsageError(obstacle);
  const files = generateContent({ reviews, seed });
  if (!isTTY(process.stdout)) {
    const written = await writeContent(out, files);
    process.stdout.write(`Wrote ${written} files (${reviews} reviews) into ${out}.\n`);
    return;
  }
  const bar = progress({ max: Math.max(1, reviews) });
  bar.start(`Writing ${reviews} reviews into ${out}`);
  let shown = 0;
  const written = await writeContent(out, files, (count) => {
    bar.advance(count - shown);
    shown = count;
  });
  bar.stop(`Wrote ${written} files (${reviews} reviews) into ${out}.`);
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (isUsageError(error)) {
    process.stderr.write(`${message}\n${USAGE}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`The content could not be written: ${message}\n`);
    process.exitCode = 1;
  }
}
