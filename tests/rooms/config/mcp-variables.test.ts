import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../../../sidecar/config.ts';

const mcpOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).mcp;

/** What is said of an environment that is refused. */
function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  assert.fail('the environment is refused');
}

test('without variables a secret is to be made, and no other origins may ask', () => {
  assert.deepEqual(mcpOf({}), { sessionSecret: undefined, allowedOrigins: [] });
});

test('a secret has 32 characters at least, and is not told where it is refused', () => {
  const secret = 'geheim'.repeat(6).slice(0, 32);
  assert.equal(mcpOf({ MCP_SESSION_SECRET: secret }).sessionSecret, secret);
  const message = refusalOf({ MCP_SESSION_SECRET: secret.slice(1) });
  assert.match(message, /MCP_SESSION_SECRET must have at least 32 characters/);
  assert.doesNotMatch(message, /heim/);
});

for (const [value, ...origins] of [
  ['https://app.example', 'https://app.example'],
  [' https://app.example/ , http://localhost:3000', 'https://app.example', 'http://localhost:3000'],
  ['HTTPS://App.Example:443', 'https://app.example'],
  ['*', '*'],
  ['https://app.example,*', 'https://app.example', '*'],
] as const) {
  test(`MCP_ALLOWED_ORIGINS=${value} is ${origins.join(' and ')}`, () => {
    assert.deepEqual(mcpOf({ MCP_ALLOWED_ORIGINS: value }).allowedOrigins, origins);
  });
}

for (const value of [
  'app.example',
  'https://app.example/path',
  'https://app.example,',
  'null',
  '**',
  'https://*.app.example',
]) {
  test(`MCP_ALLOWED_ORIGINS=${value} is refused, and why is said`, () => {
    const said = /MCP_ALLOWED_ORIGINS must be origins with commas/;
    assert.match(refusalOf({ MCP_ALLOWED_ORIGINS: value }), said);
  });
}
