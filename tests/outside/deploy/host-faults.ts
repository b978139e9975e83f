/** A change of nginx.conf, and what a comparison finds then. */
type Fault = readonly [found: RegExp, spoil: (configuration: string) => string];

const replace =
  (old: string | RegExp, next: string) =>
  (text: string): string => {
    const changed = text.replaceAll(typeof old === 'string' ? old : new RegExp(old, 'g'), next);
    if (changed === text) throw new Error(`nginx.conf has no ${old}`);
    return changed;
  };
const add = (line: string) => (text: string) => `${line}\n${text}`;

/** Mistakes that hosts make, each by a change of a configuration without any. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'a wrong type': [/content-type is text\/xml/, replace('application/atom+xml', 'text/xml')],
  'HTML for Markdown': [/\.md .*content-type is text\/html/, replace('text/markdown', 'text/html')],
  'a charset that JSON has not': [
    /content-type is application\/json; charset/,
    add('charset utf-8; charset_types application/json;'),
  ],
  'Vary is missing': [/vary is undefined/, replace(/ {2}add_header Vary.*\n/, '')],
  'CORS is missing': [
    /access-control-allow-origin is undefined/,
    replace(/ {2}add_header Access-Control-Allow-Origin.*\n/, ''),
  ],
  'Link is missing': [/link is undefined/, replace(/ {2}add_header Link.*\n/, '')],
  'hashed files are asked for again': [/cache-control is/, replace(', immutable', '')],
  'an error is kept': [
    /GET \/nothing .*cache-control is/,
    replace('"public, max-age=60" always', '"public, max-age=31536000" always'),
  ],
  '404 for 410': [/status is 404, not 410/, replace('=410', '=404')],
  '200 for 404': [/status is 200, not 404/, replace('=404', '=200')],
  'a redirect is missing': [
    /status is 404, not 301/,
    replace(/ {2}if \(-f \$testimony\/client\$uri\/index.*\n/, ''),
  ],
  'a weak tag': [
    /etag W\/.* is not strong/,
    (text) => add('gzip_types *;')(replace(/gzip off;\ngzip_static on;/, 'gzip on;')(text)),
  ],
  'the same tag for each coding': [
    /etag .* is of two representations/,
    (text) => add('etag off;')(replace('  types {}', `  add_header ETag '"1"';\n  types {}`)(text)),
  ],
  'no coding': [
    /content-encoding is undefined, not gzip/,
    replace('gzip_static on', 'gzip_static off'),
  ],
  'a coding that is refused': [
    /content-encoding is gzip, not undefined/,
    replace('gzip_static on', 'gzip_static always'),
  ],
  'other bytes': [
    /reviews\.csv .*body has \d+ other bytes/,
    add('rewrite ^/reviews\\.csv$ /charts/replies.csv;'),
  ],
};
