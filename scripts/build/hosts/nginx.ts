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

/*
 * Fields are in each location: nginx inherits none of a block that adds one. Statuses above 560
 * never leave it: they pass a request from one location to another.
 */
const HEAD = `# Written by npm run build: for a server block, after a line such as
#   set $testimony /srv/dist;
root $testimony/client;
absolute_redirect off;
merge_slashes off;
gzip off;
gzip_static on;
gzip_proxied any;
`;

/** Returns the part of a server block by which nginx answers with the files of a release. */
export function nginxConf({ rules, always, hasService }: HostSite): string {
  const [refused, fallback, others] = hasService
    ? (['!~ ^(?:GET|HEAD)$', '@service', WITH_SERVICE] as const)
    : (['= OPTIONS', '@missing', withoutService(always)] as const);
  const locations = mergeRules(rules).map(({ regex, fields }) =>
    block(`location ~ ${quote(regex)}`, [
      `if ($request_method ${refused}) { return 561; }`,
      ...fieldLines(fields),
      `try_files $uri \${uri}index.html ${fallback};`,
    ]),
  );
  return [HEAD, ...locations, ...others].join('');
}

const WITH_SERVICE = [
  'error_page 561 = @service;\n',
  'set $testimony_asked $uri?$args;\n',
  `if ($testimony_asked ~ ${quote(ASKED)}) { return 561; }\n`,
  'set $testimony_asked "$uri $http_accept";\n',
  `if ($testimony_asked ~* ${quote(MARKDOWN_ASKED)}) { return 561; }\n`,
  block(`location ~ ${quote(`${HIDDEN}|/index\\.html$`)}`, ['return 561;']),
  block('location /', ['try_files $uri @service;']),
  block('location @service', [
    `proxy_pass http://${SERVICE};`,
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    'proxy_set_header Host $host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'proxy_max_temp_file_size 0;',
  ]),
];

function withoutService(always: HostSite['always']): string[] {
  return [
    'recursive_error_pages on;\n',
    'error_page 561 = @options;\n',
    'error_page 564 = @missing;\n',
    'error_page 562 =404 /.testimony/404.$testimony_kind;\n',
    'error_page 563 =410 /.testimony/reviews/$testimony_id.$testimony_kind;\n',
    block('location @options', [...fieldLines(optionsFields(always)), 'return 204;']),
    block('location /', [
      ...fieldLines(redirectFields(always)),
      'if (-f $testimony/client$uri/index.html) { return 301 $uri/$is_args$args; }',
      'try_files $uri @missing;',
    ]),
    block(`location ~ ${quote('^(.*/)index\\.html$')}`, [
      ...fieldLines(redirectFields(always)),
      'if (-f $testimony/client$uri) { return 301 $1$is_args$args; }',
      'return 564;',
    ]),
    block(`location ~ ${quote(HIDDEN)}`, ['return 564;']),
    block('location @missing', [
      'set $testimony_kind json;',
      `if ($http_accept ~ ${quote(PAGE_ACCEPTED)}) { set $testimony_kind html; }`,
      `if ($uri ~ ${quote(DATA_PATHS)}) { set $testimony_kind json; }`,
      'set $testimony_id "";',
      `if ($uri ~ ${quote(OF_REVIEW)}) { set $testimony_id $1; }`,
      'if (-f $testimony/hosts/errors/reviews/$testimony_id.json) { return 563; }',
      'return 562;',
    ]),
    ...(['html', 'json'] as const).map((kind) =>
      block(`location ~ ^/\\.testimony/(.+\\.${kind})$`, [
        'internal;',
        'alias $testimony/hosts/errors/$1;',
        ...fieldLines(errorFields(kind, always), ' always'),
      ]),
    ),
  ];
}

/** `on` is `always` for those of an error. */
function fieldLines(fields: Fields, on: '' | ' always' = ''): string[] {
  return [...fields].flatMap(([name, value]) => {
    const quoted = quote(value.replace(SPLAT, '$1'));
    if (name === 'Content-Type') return ['types {}', `default_type ${quoted};`];
    return [`add_header ${name} ${quoted}${on};`];
  });
}

function block(start: string, lines: readonly string[]): string {
  return `${start} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
