import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { freePort } from '../../support/service.ts';
import type { Host } from './host-limits.ts';
import { runNginx, startProxy } from './proxies.ts';

type Settings = {
  readonly program: string;
  /** The folder of a release with its files for hosts. */
  readonly release: string;
  /** The address of a service beside the files, if there is one. */
  readonly service?: string | undefined;
  /** The module of nginx for brotli, if it can be had. */
  readonly brotli?: string | undefined;
  /** Changes the configuration, so that the host answers wrongly. */
  readonly spoil?: (configuration: string) => string;
};

/** nginx over a release, as the documentation sets it up. */
export async function startNginxHost(lifetime: Lifetime, settings: Settings): Promise<Host> {
  const { program, release, brotli } = settings;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = `include /etc/nginx/mime.types;
  server {
    listen 127.0.0.1:${port};
    ${brotli === undefined ? '' : 'brotli_static on;'}
    set $testimony ${release};
    set $testimony_service ${settings.service ?? url};
    include ${configurationOf(lifetime, 'nginx.conf', settings)};
  }`;
  const modules = brotli === undefined ? '' : `load_module ${brotli};`;
  await runNginx(lifetime, program, url, server, modules);
  const codings = ['gzip', ...(brotli === undefined ? [] : ['br'])];
  return { url, codings, ...expectationOf(settings) };
}

/** Caddy over a release, as the documentation sets it up. */
export async function startCaddyHost(lifetime: Lifetime, settings: Settings): Promise<Host> {
  const folder = createFolder(lifetime);
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\nhttp://:${port} {\n\tbind 127.0.0.1
\troot * ${settings.release}/client\n\timport ${configurationOf(lifetime, 'Caddyfile', settings)}\n}\n`,
  );
  const url = `http://127.0.0.1:${port}`;
  const { host: service } = new URL(settings.service ?? url);
  const env = {
    HOME: folder,
    TESTIMONY_SERVICE: service,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  await startProxy(lifetime, settings.program, args, url, env);
  return { url, codings: ['gzip', 'br', 'zstd'], ...expectationOf(settings) };
}

/** A server that knows nothing of a release but its public files. Returns its address. */
export async function startPlainHost(lifetime: Lifetime, release: string): Promise<string> {
  const port = await freePort();
  const args = [
    '-m',
    'http.server',
    String(port),
    '--bind',
    '127.0.0.1',
    '-d',
    `${release}/client`,
  ];
  const url = `http://127.0.0.1:${port}`;
  await startProxy(lifetime, 'python3', args, url);
  return url;
}

/** A copy of a file for hosts. */
function configurationOf(
  lifetime: Lifetime,
  name: string,
  { release, spoil = (text) => text }: Settings,
): string {
  const text = readFileSync(join(release, 'hosts', name), 'utf8');
  const file = join(createFolder(lifetime), name);
  writeFileSync(file, spoil(text));
  return file;
}

/** Without a service, a 404 says nothing of its path; and may be kept for a minute. */
function expectationOf({ release, service }: Settings): Pick<Host, 'hasService' | 'expect'> {
  if (service !== undefined) return { hasService: true, expect: (answered) => answered };
  const errors = join(release, 'hosts/errors');
  const [page, text] = ['html', 'json'].map((kind) => readFileSync(join(errors, `404.${kind}`)));
  return {
    hasService: false,
    expect: (answered) => {
      const { status, headers } = answered;
      if (status !== 404) return answered;
      const body = /html/.test(String(headers['content-type'])) ? page : text;
      const cached = { 'cache-control': 'public, max-age=60', vary: 'Accept' };
      const { length } = answered.body;
      return {
        status,
        headers: { ...headers, ...cached },
        body: (length > 0 && body) || answered.body,
      };
    },
  };
}
