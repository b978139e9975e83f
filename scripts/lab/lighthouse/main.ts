import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../find-chromium.js';
import { installPeer, PeerError, peerFile } from '../../peers/peers.ts';
import { asksForHelp } from '../../run-task.ts';
import { isUsageError, UsageError } from '../../usage-error.ts';
import { createTemporaryFolder, finish, REPOSITORY, startChild } from '../bench/process/process.ts';
import { formatReport } from '../bench/report.ts';
import { type Server, serveSidecar, startServer } from '../bench/server/server.ts';
import { judgeReport, LighthouseReport, type Verdict } from './judge-report.ts';

const USAGE = 'Usage: npm run test:lighthouse [-- PATH ...]';
const HELP = `${USAGE}

Looks at a page of each kind with Lighthouse, or at those at the paths. The exit code is 1 where a page
lacks a point for accessibility, best practices or SEO.`;

/** One page of each kind, of the demo. */
const KINDS = {
  home: '/',
  'all reviews': '/reviews/',
  'a list with a filter': '/reviews/?rating=5',
  'a list with two filters': '/reviews/?rating=5&query=called',
  'a review': '/reviews/direct-6mol9lx1/',
  'a person': '/people/elena-munoz/',
  'a service': '/services/car-accident/',
  'a place': '/places/round-rock/',
  'an aspect': '/aspects/communication/',
  insights: '/insights/',
  method: '/methodology/',
  archive: '/archive/',
  'a month': '/archive/2026/09/',
  feeds: '/feeds/',
  agents: '/agents/',
  push: '/websub/',
  documentation: '/docs/configuration/',
};
const FORMS = ['mobile', 'desktop'] as const;

/**
 * Kinds that ask not to be indexed, as there is no end to what can be asked of a list. That costs
 * points for search engines, so these are judged without the audit of it, and by all others.
 */
const NOT_INDEXED = new Set(['a list with two filters']);

/** The whole reports, to read in a browser. */
const REPORTS = join(REPOSITORY, 'node_modules/.cache/lighthouse');

type Look = { readonly kind: string; readonly path: string; readonly form: (typeof FORMS)[number] };

/** Looks at pages with Lighthouse, one at a time, as it measures speed as well. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    console.log(HELP);
    return;
  }
  const kinds = kindsOf(args);
  const progress = (message: string) => process.stderr.write(`… ${message}\n`);
  installPeer('lighthouse', progress);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  await using folder = createTemporaryFolder();
  progress('starting the service and Chromium');
  await using service = await serveDemo(folder.path);
  await using chromium = await startChromium(folder.path);
  const verdicts: (Look & Verdict)[] = [];
  for (const [kind, path] of kinds) {
    for (const form of FORMS) {
      progress(`${kind}, ${form}: ${path}`);
      const look = { kind, path, form };
      verdicts.push({ ...look, ...(await judgePage(look, service, chromium)) });
    }
  }
  print(verdicts);
}

/** The kinds whose paths are given, or all. Throws a UsageError at another path. */
function kindsOf(paths: readonly string[]): (readonly [kind: string, path: string])[] {
  const all = Object.entries(KINDS);
  const isAll = paths.length === 0;
  const unknown = paths.find((path) => !all.some(([, known]) => known === path));
  if (unknown === undefined) return all.filter(([, path]) => isAll || paths.includes(path));
  const known = all.map(([, path]) => path).join(' ');
  throw new UsageError(`"${unknown}" is none of the pages that are looked at: ${known}`);
}

function serveDemo(folder: string): Promise<Server> {
  const release = {
    contentDir: join(REPOSITORY, 'content'),
    outDir: join(folder, 'release'),
    stateDir: join(folder, 'state'),
    // Its own address: the pages then name the one at which they are looked at.
    baseUrl: '',
  };
  return serveSidecar(release, { mayBuild: true });
}

/** Starts one Chromium for all pages; of each, Lighthouse first clears what is stored. */
async function startChromium(folder: string): Promise<Server> {
  const chromium = await findChromium(process.env);
  if (!chromium) throw new Error('No Chromium was found; set CHROMIUM_PATH to yours.');
  return startServer((port) =>
    startChild(chromium, [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${join(folder, 'chromium')}`,
      'about:blank',
    ]),
  );
}

/** Throws an Error where Lighthouse writes no report. */
async function judgePage({ kind, path, form }: Look, service: Server, chromium: Server) {
  const base = join(REPORTS, `${kind.replaceAll(' ', '-')}-${form}`);
  const lighthouse = await startChild(process.execPath, [
    ...[peerFile('lighthouse', 'cli/index.js'), service.origin + path],
    ...['--port', new URL(chromium.origin).port, '--quiet', '--no-enable-error-reporting'],
    ...['--only-categories', 'performance,accessibility,best-practices,seo'],
    ...['--output', 'json', '--output', 'html', '--output-path', base],
    ...(form === 'desktop' ? ['--preset', 'desktop'] : []),
    ...(NOT_INDEXED.has(kind) ? ['--skip-audits', 'is-crawlable'] : []),
  ]);
  // It also fails after a report on a page that it could not look at, which says why.
  const said = await finish(lighthouse).catch((error: unknown) => error);
  try {
    return judgeReport(
      LighthouseReport.parse(JSON.parse(readFileSync(`${base}.report.json`, 'utf8'))),
    );
  } catch (cause) {
    throw said instanceof Error ? said : cause;
  }
}

function print(verdicts: readonly (Look & Verdict)[]): void {
  const rows = verdicts.map(({ kind, form, points }) => {
    const { performance, accessibility, 'best-practices': practices, seo } = points;
    return [kind, form, performance, accessibility, practices, seo];
  });
  const columns = ['page', 'form', 'performance', 'accessibility', 'best practices', 'SEO'];
  const notes = [
    'Required are 100 points in all but performance, which depends on the machine.',
    `The whole reports are in ${REPORTS}.`,
  ];
  const report = { title: 'Lighthouse, a page of each kind', columns, rows, notes };
  process.stdout.write(`\n${formatReport(report)}`);
  for (const { path, form, faults } of verdicts) {
    for (const fault of faults) process.stdout.write(`✘ ${path} (${form}): ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  if (isUsageError(error)) console.error(`${error.message}\n${USAGE}`);
  else console.error(error instanceof PeerError ? error.message : error);
  process.exitCode = 1;
}
