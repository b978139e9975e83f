import { mergeRules, SPLAT } from './host-rules.ts';
import {
  ASKED,
  DATA_PATHS,
  errorFields,
  HIDDEN,
  type HostSite,
  MARKDOWN_ASKED,
  OF_REVIEW,
  optionsFields,
  PAGE_ACCEPTED,
  redirectFields,
  SERVICE,
} from './host-site.ts';
import type { Fields } from './published-fields.ts';

const HEAD = `# Written by npm run build: for a site block, after a line such as
#   root * /srv/dist/client
`;

const FILES = 'file_server {\n\tprecompressed br zstd gzip\n\tdisable_canonical_uris\n}';

/** Returns the part of a site block by which Caddy answers with the files of a release. */
export function caddyfile({ rules, always, hasService }: HostSite): string {
  const headers = mergeRules(rules).flatMap(({ regex, fields }, index) => [
    `@file${index} path_regexp file${index} ${quote(regex)}`,
    headerLines(`@file${index}`, fields, `{re.file${index}.1}`),
  ]);
  const files = block('handle @file', [...headers, FILES]);
  return HEAD + (hasService ? withService(files) : withoutService(files, always));
}

function withService(files: string): string {
  return [
    block('@file', [
      'method GET HEAD',
      'file {path} {path}index.html',
      `not path_regexp ${quote(`${HIDDEN}|/index\\.html$`)}`,
      `expression \`!({path} + "?" + {query}).matches(${JSON.stringify(ASKED)})\``,
      `expression \`!({path} + " " + {header.Accept}).matches(${JSON.stringify(`(?i)${MARKDOWN_ASKED}`)})\``,
    ]),
    files,
    block('handle', [
      block(`reverse_proxy ${SERVICE}`, ['transport http {\n\tcompression off\n}']),
    ]),
  ].join('');
}

function withoutService(files: string, always: HostSite['always']): string {
  const redirect = (to: string) => [
    map('{query}', 'mark', [
      ['~.', '?'],
      ['default', ''],
    ]),
    headerLines('*', redirectFields(always)),
    `redir * ${to}{testimony_mark}{query} 301`,
  ];
  return [
    '@options method OPTIONS\n',
    block('handle @options', [headerLines('*', optionsFields(always)), 'respond 204']),
    block('@index', [`path_regexp index ${quote('^(.*/)index\\.html$')}`, 'file']),
    block('handle @index', redirect('{re.index.1}')),
    block('@slash', ['file {path}/index.html', 'not path */']),
    block('handle @slash', redirect('{path}/')),
    block('@file', ['file {path} {path}index.html', `not path_regexp ${quote(HIDDEN)}`]),
    files,
    block('handle', ['error 404']),
    block('handle_errors', [
      block('route', [
        'root * {http.vars.root}/../hosts/errors',
        map('{path}', 'error', [
          [`~${OF_REVIEW}`, 'reviews/${1}'],
          ['default', '404'],
        ]),
        map('{testimony_error}', 'status', [
          ['404', '404'],
          ['default', '410'],
        ]),
        map('{path}', 'data', [
          [`~${DATA_PATHS}`, 'data'],
          ['default', ''],
        ]),
        map('{testimony_data} {header.Accept}', 'kind', [
          ['~^data', 'json'],
          [`~${PAGE_ACCEPTED}`, 'html'],
          ['default', 'json'],
        ]),
        ...(['html', 'json'] as const).flatMap((kind) => [
          `@${kind} expression {testimony_kind}=="${kind}"`,
          headerLines(`@${kind}`, errorFields(kind, always)),
        ]),
        '@gone file /{testimony_error}.json',
        block('handle @gone', [
          'rewrite * /{testimony_error}.{testimony_kind}',
          'file_server {\n\tstatus {testimony_status}\n}',
        ]),
        block('handle', ['rewrite * /404.{testimony_kind}', 'file_server {\n\tstatus 404\n}']),
      ]),
    ]),
  ].join('');
}

function map(source: string, name: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([input, output]) => `${quote(input)} ${quote(output)}`);
  return block(`map ${quote(source)} {testimony_${name}}`, lines);
}

function headerLines(matcher: string, fields: Fields, splat = ''): string {
  const lines = [...fields].map(([name, value]) => {
    // file_server adds one for files that have compressed variants.
    const field = name === 'Vary' ? '>Vary' : name;
    return `${field} ${quote(value.replace(SPLAT, splat))}`;
  });
  return block(`header ${matcher}`, lines);
}

function block(start: string, parts: readonly string[]): string {
  const lines = parts.flatMap((part) => part.trimEnd().split('\n'));
  return `${start} {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
}

/** In backquotes, as a backslash in quotation marks may be an escape. */
function quote(text: string): string {
  return `\`${text}\``;
}
