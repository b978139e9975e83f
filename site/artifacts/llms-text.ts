import { join } from 'node:path';
import { TOOLS } from '#agents/agents.ts';
import { PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { DISK } from '#dataset/file-system.ts';
import { FORMATS } from '#formats/formats.ts';
import { CATALOG } from './catalog.ts';
import { keepParts, kindOfSite } from './site-parts.ts';

/** The text, with placeholders in braces for the parts that differ between releases. */
const TEMPLATE = DISK.readFileSync(join(import.meta.dirname, 'llms.md'), 'utf8');

const FEEDS: readonly string[] = ['/api/feed.json', '/feed.xml'];
/** The descriptions of the interface, of which only the first is listed. */
const DESCRIPTIONS: readonly string[] = ['/.well-known/openapi.json', '/openapi.json'];
/** Data files that are no datasets. */
const OTHERS = [...FEEDS, ...DESCRIPTIONS];

type File = { readonly path: string; readonly title: string };

/** Renders llms.txt (llmstxt.org): an overview of the service in Markdown for language models. */
export function renderLlmsText({
  baseUrl,
  sidecarUrl,
  business,
}: Dataset): Uint8Array<ArrayBuffer> {
  const list = (files: readonly File[]) =>
    files.map(({ path, title }) => `- [${path.slice(1)}](${baseUrl}${path}): ${title}.`).join('\n');
  const datasets = CATALOG.filter(
    ({ purpose, path }) => purpose === 'data' && !OTHERS.includes(path),
  );
  const words: Readonly<Record<string, string>> = {
    baseUrl,
    sidecarUrl: sidecarUrl ?? '',
    name: plain(business.name),
    description: plain(business.description),
    revisions: PROTOCOL_VERSIONS.join(', '),
    tools: TOOLS.map(({ name, summary }) => `- ${name}: ${summary}`).join('\n'),
    discovery: list(CATALOG.filter(({ purpose }) => purpose === 'mcp')),
    datasets: list([...datasets, ...FORMATS]),
    feeds: list(CATALOG.filter(({ path }) => FEEDS.includes(path))),
    openapi: list(CATALOG.filter(({ path }) => path === DESCRIPTIONS[0])),
  };
  const template = keepParts(TEMPLATE, kindOfSite(sidecarUrl));
  return Buffer.from(template.replaceAll(/\{(\w+)\}/g, (all, name) => words[name] ?? all));
}

/** Returns text on one line, with every Markdown character escaped. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>]/g, (character) => `\\${character}`);
}
