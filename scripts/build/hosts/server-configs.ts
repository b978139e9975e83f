import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HTML_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import {
  CORS_HEADERS,
  DATA_SECURITY,
  optionsHeaders,
  PAGE_SECURITY,
  PUBLISHED_CACHE,
  type RawHeaders,
} from '../../../sidecar/http/headers.ts';
import { noLongerThere } from '../../../sidecar/http/http-error.ts';
import { makeReply } from '../../../sidecar/http/reply.ts';
import { READ_METHODS } from '../../../sidecar/http/request.ts';
import { DATA_PLACES } from '../../../sidecar/http/send-error.ts';
import { CAPTURED, type HostRule, mergeRules, SPLAT } from './host-rules.ts';
import { type Fields, fieldsOf } from './published-fields.ts';

/** Everything that a server of files needs to know of a release. */
export type HostSite = {
  readonly rules: readonly HostRule[];
  /** Headers of every answer. */
  readonly always: RawHeaders;
  /** True if a service beside the files answers everything else. */
  readonly hasService: boolean;
};

/** Returns the part of a server block by which nginx answers with the files of a release. */
export function nginxConf({ rules, always, hasService }: HostSite): string {
  // A location inherits no field from its block if it adds one.
  const write = (fields: Fields, isError = false) =>
    [...fields].flatMap(([name, value]) => {
      const quoted = `"${value.replaceAll('"', '\\"').replace(SPLAT, `$${CAPTURED}`)}"`;
      if (name === 'Content-Type') return ['types {}', `default_type ${quoted};`];
      return `add_header ${name} ${quoted}${isError ? ' always' : ''};`;
    });
  const [refused, others] = hasService
    ? ['!~ ^(?:GET|HEAD)$', '@service']
    : ['= OPTIONS', '@missing'];
  const locations = mergeRules(rules).flatMap(({ regex, fields }) => [
    `location ~ "${regex}" {`,
    `  if ($request_method ${refused}) { return 561; }`,
    ...write(fields).map((line) => `  ${line}`),
    `  try_files $uri \${uri}index.html ${others};`,
    '}',
  ]);
  const { options, redirect, html, json } = answersOf(always);
  return fillIn(hasService ? 'nginx-service.conf' : 'nginx-files.conf', {
    rules: locations,
    options: write(options),
    redirect: write(redirect),
    html: write(html, true),
    json: write(json, true),
  });
}

/** Returns the part of a site block by which Caddy answers with the files of a release. */
export function caddyfile({ rules, always, hasService }: HostSite): string {
  const write = (matcher: string, fields: Fields, name = '') =>
    [...fields].flatMap(([field, value]) => {
      const line = `\t${field} \`${value.replace(SPLAT, name)}\``;
      // file_server adds another Vary for files that have compressed variants.
      return [`header ${matcher} {`, line, ...(field === 'Vary' ? ['\tdefer'] : []), '}'];
    });
  const headers = mergeRules(rules).flatMap(({ regex, fields }, index) => [
    `@file${index} path_regexp file${index} ${regex}`,
    ...write(`@file${index}`, fields, `{re.file${index}.${CAPTURED}}`),
  ]);
  const { options, redirect, html, json } = answersOf(always);
  return fillIn(hasService ? 'service.caddy' : 'files.caddy', {
    rules: headers,
    options: write('*', options),
    redirect: write('*', redirect),
    html: write('@html', html),
    json: write('@json', json),
  });
}

/** Returns the fields of answers that are not published files, as the service sends them. */
function answersOf(always: RawHeaders) {
  // Caches that refresh in the background go on showing a review if they may not keep its 404.
  const cached = Object.entries(noLongerThere(404, '').headers).flat();
  const error = (type: string, security: RawHeaders) =>
    fieldsOf([...makeReply(404, type, '', cached, security).headers, ...always]);
  return {
    options: fieldsOf([...optionsHeaders(READ_METHODS), ...always]),
    redirect: fieldsOf([...PUBLISHED_CACHE, ...CORS_HEADERS, ...always]),
    html: error(HTML_TYPE, PAGE_SECURITY),
    json: error(JSON_TYPE, DATA_SECURITY),
  };
}

/** Returns a template of this folder with lines in the places that name them. */
function fillIn(template: string, lines: Readonly<Record<string, readonly string[]>>): string {
  return readFileSync(join(import.meta.dirname, template), 'utf8')
    .replace('{{dataPaths}}', DATA_PLACES.source.replaceAll('\\/', '/'))
    .replaceAll(/^([\t ]*)\{\{(\w+)\}\}\n/gm, (_, indent: string, name: string) =>
      (lines[name] ?? []).map((line) => `${indent}${line}\n`).join(''),
    );
}
