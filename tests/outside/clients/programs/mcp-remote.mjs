// Speaks as a host without HTTP does: JSON-RPC over standard input and output, with mcp-remote between.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [url = '', calls = ''] = process.argv.slice(2);
const proxy = fileURLToPath(import.meta.resolve('mcp-remote/dist/proxy.js'));
const child = spawn(process.execPath, [proxy, url, '--transport', 'http-only'], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
const waiting = new Map();
createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined) waiting.get(message.id)?.(message);
});

let lastId = 0;
const write = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
async function ask(method, params = {}) {
  const id = ++lastId;
  const { result, error } = await new Promise((resolve) => {
    waiting.set(id, resolve);
    write({ id, method, params });
  });
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

const clientInfo = { name: 'stdio', version: '1.0.0' };
await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
write({ method: 'notifications/initialized' });
const { tools } = await ask('tools/list');
const answers = [];
for (const { name, args } of JSON.parse(calls)) {
  const { content, structuredContent, isError } = await ask('tools/call', {
    name,
    arguments: args,
  });
  answers.push({ isError: isError === true, structured: structuredContent, shown: content });
}
child.kill();
console.log(
  JSON.stringify({
    tools: tools.map(({ name, inputSchema }) => ({ name, schema: inputSchema })),
    answers,
  }),
);
