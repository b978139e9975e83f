import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, main } from '../command.ts';
import { findChromium } from '../find-chromium.js';
import { installPeer, peerFile } from '../peers/peers.ts';
import { startSidecar } from './bench/sidecar.ts';

/** One page of each kind, of the demo. */
const PAGES = [
  ...['/', '/reviews/', '/reviews/?rating=5', '/reviews/direct-6mol9lx1/', '/people/elena-munoz/'],
  ...['/services/car-accident/', '/places/round-rock/', '/aspects/communication/', '/insights/'],
  ...['/methodology/', '/charts/', '/archive/', '/archive/2026/09/', '/feeds/', '/agents/'],
  ...['/websub/', '/docs/configuration/'],
];

/** The whole reports, to read in a browser. */
const REPORTS = 'node_modules/.cache/lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The part of Lighthouse's report that is judged. Scores are from 0 to 1; null if an audit failed. */
type LighthouseReport = {
  /** The reason why the page could not be loaded, such as an answer of 404. */
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
};
type Category = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};
type Audit = Pick<Category, 'score'> & {
  readonly title: string;
  readonly scoreDisplayMode: string;
};

/**
 * Names each audit that counts and fails in a category other than performance, which depends on the
 * machine. The points of a category are rounded: one with a failed audit of little weight can have
 * 100.
 */
export function findFaults({ runtimeError, categories, audits }: LighthouseReport): string[] {
  if (runtimeError) return [runtimeError.message];
  const { performance: _, ...required } = categories;
  const counted = Object.values(required).flatMap(({ auditRefs }) => auditRefs);
  return counted.flatMap(({ id, weight }) => {
    const { title, score, scoreDisplayMode: mode } = audits[id] ?? {};
    const isFine = weight === 0 || score === 1 || mode === 'notApplicable';
    return isFine ? [] : [`${id}: ${title}`];
  });
}

/** Examines pages of the demo with Lighthouse, one at a time, as it also measures speed. */
async function judgePages(paths: readonly string[]): Promise<boolean> {
  installPeer('lighthouse', console.log);
  const folder = mkdtempSync(join(tmpdir(), 'testimony-lighthouse-'));
  // Lighthouse finds the browser by this variable.
  const env = { ...process.env, CHROME_PATH: await findChromium(process.env) };
  try {
    const environment = { BASE_URL: '' };
    await using service = await startSidecar({ contentDir: 'content', folder, environment });
    const looks = paths.flatMap((path) => [`${path} mobile`, `${path} desktop`]);
    return looks.map((look) => judgePage(service.origin, look, env)).every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the points and the faults of a page. Returns true if it has no faults. */
function judgePage(origin: string, look: string, env: NodeJS.ProcessEnv): boolean {
  const [path = '', form] = look.split(' ');
  const base = join(REPORTS, encodeURIComponent(look));
  const args = [
    ...[peerFile('lighthouse', 'cli/index.js'), origin + path, '--quiet'],
    ...['--chrome-flags=--headless=new --no-sandbox', '--no-enable-error-reporting'],
    ...['--only-categories', CATEGORIES.join()],
    ...['--output', 'json', '--output', 'html', '--output-path', base],
    ...(form === 'desktop' ? ['--preset', 'desktop'] : []),
  ];
  // Lighthouse also fails after a report on a page that could not be loaded; the report has the
  // reason.
  const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (!existsSync(`${base}.report.json`)) throw new Error(`Lighthouse wrote no report: ${stderr}`);
  const report: LighthouseReport = JSON.parse(readFileSync(`${base}.report.json`, 'utf8'));
  const points = CATEGORIES.map((id) => Math.round(100 * (report.categories[id].score ?? 0)));
  const faults = findFaults(report);
  console.log([`${look}: ${points.join(', ')}`, ...faults].join('\n  ✘ '));
  return faults.length === 0;
}

const command = defineCommand({
  name: 'lighthouse',
  about: 'Examines each kind of page of the demo with Lighthouse, or the given paths.',
  usage: ['[PATH …]'],
  flags: {},
  args: { least: 0, most: PAGES.length, name: 'PATH' },
  details: `The points are those for ${CATEGORIES.join(', ')}. Reports are in ${REPORTS}.`,
  exitCodes: { 0: 'all is well', 1: 'a page lacks a point in a category other than performance' },
  async run({ args }) {
    process.chdir(join(import.meta.dirname, '../..'));
    rmSync(REPORTS, { recursive: true, force: true });
    mkdirSync(REPORTS, { recursive: true });
    const isGood = await judgePages(args.length > 0 ? args : PAGES);
    return { lines: [], exitCode: isGood ? 0 : 1 };
  },
});

if (import.meta.main) await main(command);
