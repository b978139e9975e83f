import { NOT_FOUND_PAGE } from '#release/page-addresses.ts';
import { type HostRule, SPLAT } from './host-rules.ts';

/**
 * Returns the file `_headers` of Netlify and Cloudflare Pages: at most 100 rules, and 2,000
 * characters per line. Each field of a path is in one rule: where several match, Cloudflare joins
 * its values, and Netlify takes the last.
 */
export function headersFile(rules: readonly HostRule[]): string {
  const isEverywhere = ([name, value]: readonly [string, string]) =>
    rules.every(({ fields }) => fields.get(name) === value);
  const write = (pattern: string, fields: readonly (readonly [string, string])[]) =>
    [pattern, ...fields.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const blocks = rules.map(({ pattern, fields }) => {
    // Netlify would send the placeholder itself.
    const own = [...fields].filter((one) => !isEverywhere(one) && !one[1].includes(SPLAT));
    return write(pattern, own);
  });
  const everywhere = [...(rules[0]?.fields ?? [])].filter(isEverywhere);
  return `${[WRITTEN, write('/*', everywhere), ...blocks].join('\n')}\n`;
}

const WRITTEN = '# Written by npm run build.';

/**
 * Returns the file `_redirects`: 410 at Netlify for reviews that were taken down. Cloudflare Pages
 * ignores lines with this status, and answers 404.
 */
export function redirectsFile(gone: readonly string[]): string {
  return `${[WRITTEN, ...gone.map((path) => `${path} ${NOT_FOUND_PAGE} 410`)].join('\n')}\n`;
}
