import type { Removal } from '#dataset/dataset.ts';
import { NOT_FOUND_PAGE, pathsOfReview } from '#release/page-addresses.ts';
import { type HostRule, SPLAT } from './host-rules.ts';

/**
 * Returns the file `_headers` of Netlify and Cloudflare Pages: at most 100 rules, and 2,000
 * characters a line. A field of a path is in one rule: where several match, Cloudflare joins its
 * values, and Netlify takes the last.
 */
export function headersFile(rules: readonly HostRule[]): string {
  const [first, ...others] = rules;
  const everywhere = [...(first?.fields ?? [])].filter(([name, value]) =>
    others.every(({ fields }) => fields.get(name) === value),
  );
  const names = new Set(everywhere.map(([name]) => name));
  const blocks = [
    { pattern: '/*', fields: new Map(everywhere) },
    ...rules.map(({ pattern, fields }) => ({
      pattern,
      // Netlify would send the placeholder itself.
      fields: new Map(
        [...fields].filter(([name, value]) => !names.has(name) && !value.includes(SPLAT)),
      ),
    })),
  ];
  const lines = blocks.flatMap(({ pattern, fields }) => [
    pattern,
    ...[...fields].map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `# Written by npm run build.\n${lines.join('\n')}\n`;
}

/**
 * Returns the file `_redirects`: 410 at Netlify for reviews that were taken down. Cloudflare Pages
 * ignores lines with this status, and answers 404.
 */
export function redirectsFile(removed: readonly Pick<Removal, 'id'>[]): string {
  const lines = removed.flatMap(({ id }) =>
    pathsOfReview(id).map((path) => `${path} ${NOT_FOUND_PAGE} 410\n`),
  );
  return `# Written by npm run build.\n${lines.join('')}`;
}
