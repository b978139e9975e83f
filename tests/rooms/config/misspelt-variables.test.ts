import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMisspelt } from '../../../sidecar/config/misspelt-variables.ts';
import { ConfigSchema, findMisspelt } from '../../../sidecar/config.ts';
import { startListening } from '../../support/service.ts';

const OURS = Object.keys(ConfigSchema.shape);

/** What shells, desktops, services, containers, clouds, databases, tools and npm set. */
const COMMON =
  `_ ALLUSERSPROFILE APPDATA AWS_REGION AWS_SECRET_ACCESS_KEY BASE BASH BASH_ENV CI COLORTERM
  COLUMNS COMPUTERNAME CONTENT CREDENTIALS_DIRECTORY CURL_CA_BUNDLE DATABASE DBUS_SESSION_BUS_ADDRESS
  DEBIAN_FRONTEND DEBUG DISPLAY DYNO EDITOR ENV FLY_APP_NAME FORCE_COLOR FTP_PROXY GDMSESSION
  GITHUB_WORKSPACE GITHUB_RUN_ID GIT_DIR GOPATH GPG_AGENT_INFO GROUP HISTFILE HISTSIZE HOME HOMEDRIVE
  HOMEPATH HOSTNAME HOSTTYPE HTTP_PROXY HTTPS_PROXY HUSHLOGIN IFS INIT_CWD INVOCATION_ID JAVA_HOME
  JOURNAL_STREAM KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST LANG LANGUAGE
  LC_ALL LC_CTYPE LESS LINES LOCALAPPDATA LOGNAME LOGS_DIRECTORY LS_COLORS MACHTYPE MAIL MAILTO MANPATH
  MEMORY_LIMIT MEMORY_PRESSURE_WATCH MOTD_SHOWN NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION
  NOTIFY_SOCKET NO_COLOR NO_PROXY NVM_DIR OLDPWD OS OSTYPE PAGER PATH PATHEXT PGDATABASE PGHOST
  PGPASSWORD PGPORT PGUSER PM2_HOME POSTGRES_PASSWORD PPID PROMPT PS1 PWD PYTHONPATH RUNTIME_DIRECTORY
  SECRET_KEY SESSIONNAME SESSION_MANAGER SHELL SHLVL SSH_AUTH_SOCK SSH_CONNECTION STATE_DIRECTORY SUDO_UID
  SYSTEMROOT SYSTEMD_EXEC_PID TEMP TERM TERM_PROGRAM TIMEOUT TMP TMPDIR TZ UID USER USERNAME USERPROFILE
  VIRTUAL_ENV VISUAL WATCHDOG_PID WATCHDOG_USEC WAYLAND_DISPLAY WINDIR XAUTHORITY XDG_CACHE_HOME
  XDG_CONFIG_HOME XDG_RUNTIME_DIR XDG_SESSION_ID XDG_STATE_HOME YARN_VERSION all_proxy http_proxy no_proxy
  npm_config_cache npm_config_loglevel npm_execpath npm_lifecycle_event npm_package_name
  npm_package_version HUB_SERVICE_HOST HUB_SERVICE_PORT HUB_SERVICE_PORT_HTTP HUB_PORT HUB_PORT_80_TCP
  HUB_PORT_80_TCP_ADDR MCP_PORT MCP_SERVICE_HOST`.split(/\s+/);

for (const [written, meant] of [
  ['BASEURL', 'BASE_URL'],
  ['base_url', 'BASE_URL'],
  ['BASE_URI', 'BASE_URL'],
  ['HUB_CONCURENCY', 'HUB_CONCURRENCY'],
  ['HUB_CALLBACK_PORT', 'HUB_CALLBACK_PORTS'],
  ['MCP_ALLOWED_ORIGIN', 'MCP_ALLOWED_ORIGINS'],
  ['STATEDIR', 'STATE_DIR'],
  ['CONTNET_DIR', 'CONTENT_DIR'],
  ['CONTENTS_DIR', 'CONTENT_DIR'],
  ['PORTS', 'PORT'],
  ['WACTH', 'WATCH'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['TRUST_PROXIES', undefined],
  ['PAGE_URL', undefined],
  ['MCP_SESION_SECRT', 'MCP_SESSION_SECRET'],
] as const) {
  test(`${written} is ${meant === undefined ? 'no' : 'a'} misspelt ${meant ?? 'variable'}`, () => {
    const told = `${written} is not a variable of this service; did you mean ${meant}?`;
    assert.deepEqual(findMisspelt({ [written]: 'x' }), meant === undefined ? [] : [told]);
  });
}

test('what begins as the variables of the hub and of MCP do is meant as one', () => {
  assert.deepEqual(findMisspelt({ HUB_WORKERS: '4', MCP_TOKEN: 'x', HUBERT: 'x', MCP: 'x' }), [
    'HUB_WORKERS is not a variable of this service; the README lists them.',
    'MCP_TOKEN is not a variable of this service; the README lists them.',
  ]);
});

test('the variables themselves are right, and what is blank is not given', () => {
  assert.deepEqual(describeMisspelt(OURS, OURS), []);
  assert.deepEqual(findMisspelt({ BASEURL: ' ', HUB_WORKERS: '', LOGLEVEL: undefined }), []);
});

test('nothing that systems set is taken for a misspelling', () => {
  assert.deepEqual(describeMisspelt(COMMON, OURS), []);
});

test('the service warns of misspelt variables at its start, a line each, without their values', async (t) => {
  const env = { MCP_SESION_SECRET: 'hushhush', HUB_CONCURENCY: '77777' };
  const { log } = await startListening(t, { env });
  const warned = log.filter(({ level }) => level === 40).map(({ msg }) => msg);
  assert.deepEqual(warned.sort(), [
    'HUB_CONCURENCY is not a variable of this service; did you mean HUB_CONCURRENCY?',
    'MCP_SESION_SECRET is not a variable of this service; did you mean MCP_SESSION_SECRET?',
  ]);
  assert.doesNotMatch(JSON.stringify(log), /hushhush|77777/);
});
