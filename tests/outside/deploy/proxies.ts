import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { freePort } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runProgram } from './run-program.ts';

/** The site that the examples name. */
export const SITE = 'https://reviews.example';

/** A proxy in front of a service, as one of the examples of scripts/deploy/ sets it up. */
type Proxy = {
  /** Its address, under the name of the site; an agent of askFrom leads there. */
  readonly url: string;
  /** Where it answers plain HTTP, if the example says how. */
  readonly plain: string | undefined;
};

/** Starts a program over the example, with the service at a port. It ends with the lifetime. */
type StartProxy = (lifetime: Lifetime, program: string, service: number) => Promise<Proxy>;

/** Finds this machine under every name, asks from one of its addresses, and trusts everybody. */
export function askFrom(localAddress: string): Agent {
  return new Agent({
    keepAlive: false,
    localAddress,
    rejectUnauthorized: false,
    lookup: (_name, { all }, found) => {
      if (all) found(null, [{ address: '127.0.0.1', family: 4 }]);
      else found(null, '127.0.0.1', 4);
    },
  });
}

/** nginx, with a certificate of the tests in the place of the one that an authority gives. */
export const startNginx: StartProxy = async (lifetime, program, service) => {
  const [secure, plain] = [await freePort(), await freePort()];
  const certificate = join(REPOSITORY, 'tests/fixtures/tls/subscriber');
  const site = adapt('nginx.conf', [
    ['127.0.0.1:8787', `127.0.0.1:${service}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ', `listen 127.0.0.1:${secure} `],
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['/etc/letsencrypt/live/reviews.example/fullchain.pem', `${certificate}.pem`],
    ['/etc/letsencrypt/live/reviews.example/privkey.pem', `${certificate}.key`],
  ]);
  // As Debian sets it up around the site, with the compression that it has for all of them.
  const http = `gzip on; gzip_types application/json application/atom+xml;\n${site}`;
  const url = `${SITE}:${secure}`;
  await runNginx(lifetime, program, url, http);
  return { url, plain: `http://127.0.0.1:${plain}` };
};

/**
 * nginx as a cache that refreshes in the background and meanwhile shows what it has, in front of
 * another one by which what may be kept for a minute may be kept for a second. Returns its address.
 */
export async function startCache(
  lifetime: Lifetime,
  program: string,
  service: string,
): Promise<string> {
  const folder = createFolder(lifetime);
  const [port, inner] = [await freePort(), await freePort()];
  const http = `proxy_cache_path ${folder}/cache keys_zone=all:1m;
  map $upstream_http_cache_control $shortened {
    default $upstream_http_cache_control;
    "~^(?<before>.*max-age=)60(?<after>.*)$" "\${before}1$after";
  }
  server {
    listen 127.0.0.1:${inner};
    location / {
      proxy_pass ${service};
      proxy_hide_header Cache-Control;
      add_header Cache-Control $shortened always;
    }
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${inner};
      proxy_cache all;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
    }
  }`;
  const url = `http://127.0.0.1:${port}`;
  await runNginx(lifetime, program, url, http);
  return url;
}

/** Varnish with scripts/deploy/purge/varnish.vcl and this change of it. Returns its address. */
export async function startVarnish(
  lifetime: Lifetime,
  program: string,
  service: string,
  change: readonly [string, string],
): Promise<string> {
  const folder = createFolder(lifetime);
  const vcl = join(folder, 'default.vcl');
  const port = await freePort();
  const place: [string, string] = ['.port = "8787"', `.port = "${new URL(service).port}"`];
  writeFileSync(vcl, adapt('purge/varnish.vcl', [place, change]));
  const settings = ['-p', 'http_gzip_support=off', '-s', 'malloc,64m', '-j', 'none'];
  const url = `http://127.0.0.1:${port}`;
  const listening = ['-a', `127.0.0.1:${port}`, '-f', vcl, '-n', join(folder, 'varnish')];
  await startProxy(lifetime, program, ['-F', ...listening, ...settings], url);
  return url;
}

/** Caddy, with an authority of its own in the place of a public one. */
export const startCaddy: StartProxy = async (lifetime, program, service) => {
  const folder = createFolder(lifetime);
  const port = await freePort();
  const site = adapt('Caddyfile', [['127.0.0.1:8787', `127.0.0.1:${service}`]]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects
\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}/storage\n}\n${site}`,
  );
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  mkdirSync(join(folder, 'storage'));
  runProgram(program, ['validate', '--adapter', 'caddyfile', '--config', file], { env });
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const url = `${SITE}:${port}`;
  await startProxy(lifetime, program, args, url, env);
  return { url, plain: undefined };
};

/** nginx with this in its block http; what it writes is in a folder of its own. */
export async function runNginx(
  lifetime: Lifetime,
  program: string,
  url: string,
  http: string,
  modules = '',
) {
  const folder = createFolder(lifetime);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  const root = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `${modules} ${root} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log;
    events {} http { access_log off;
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${http}}`,
  );
  const args = ['-e', join(folder, 'log'), '-p', folder, '-c', file];
  runProgram(program, ['-t', '-q', ...args]);
  await startProxy(lifetime, program, args, url);
}

/** The text of an example with some of it replaced, each of which must stand in it. */
function adapt(name: string, changes: readonly (readonly [string, string])[]): string {
  const text = readFileSync(join(REPOSITORY, 'scripts/deploy', name), 'utf8');
  return changes.reduce((changed, [old, next]) => {
    assert.ok(changed.includes(old), `${name} has no ${old}`);
    return changed.replaceAll(old, next);
  }, text);
}

export async function startProxy(
  lifetime: Lifetime,
  program: string,
  args: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaint: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaint.push(String(chunk)));
  const ended = once(child, 'close');
  atEnd(lifetime, async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const agent = url.startsWith(SITE) ? { agent: askFrom('127.0.0.1') } : {};
  // Caddy listens before it has its certificate.
  await waitUntil(`${program} answers`, () => {
    assert.equal(child.exitCode, null, complaint.join(''));
    return ask(url, '/', agent).catch(() => undefined);
  });
}
