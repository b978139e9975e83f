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

type File = { readonly path: string; readonly title: string };

/** Renders llms.txt (llmstxt.org): an overview of the service in Markdown for language models. */
export function renderLlmsText({
  baseUrl,
  sidecarUrl,
  business,
}: Dataset): Uint8Array<ArrayBuffer> {
  const list = (files: readonly File[]) =>
    files.map(({ path, title }) => `- [${path.slice(1)}](${baseUrl}${path}): ${title}.`).join('\n');
  const filesFor = (of: string) => CATALOG.filter(({ purpose }) => purpose === of);
  const words: Readonly<Record<string, string>> = {
    baseUrl,
    sidecarUrl: sidecarUrl ?? '',
    name: plain(business.name),
    description: plain(business.description),
    revisions: PROTOCOL_VERSIONS.join(', '),
    tools: TOOLS.map(({ name, summary }) => `- ${name}: ${summary}`).join('\n'),
    discovery: list(filesFor('mcp')),
    datasets: list([...filesFor('data'), ...FORMATS]),
    feeds: list(filesFor('feed')),
    // It has two addresses.
    openapi: list(filesFor('interface').slice(0, 1)),
  };
  const template = keepParts(TEMPLATE, kindOfSite(sidecarUrl));
  return Buffer.from(template.replaceAll(/\{(\w+)\}/g, (all, name) => words[name] ?? all));
}

/** Returns text on one line, with every Markdown character escaped. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>]/g, (character) => `\\${character}`);
}
