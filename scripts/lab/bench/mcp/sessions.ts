import { Agent } from 'node:http';
import { CLIENT_INFO, COMMON_HEADERS, SESSION_VERSION } from './dialects.ts';
import { post } from './post.ts';

/** Opens sessions and resolves with their ids. Throws an Error where the server refuses. */
export async function openSessions(url: string, count: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  try {
    const ids: string[] = [];
    for (let session = 0; session < count; session++) ids.push(await openSession(url, agent));
    return ids;
  } finally {
    agent.destroy();
  }
}

async function openSession(url: string, agent: Agent): Promise<string> {
  const params = {
    protocolVersion: SESSION_VERSION,
    capabilities: {},
    clientInfo: CLIENT_INFO,
  };
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const { status, headers, body } = await post(url, COMMON_HEADERS, initialize, agent);
  const id = headers['mcp-session-id'];
  if (status !== 200 || typeof id !== 'string') {
    throw new Error(`initialize is answered with ${status}: ${body.slice(0, 500)}`);
  }
  const within = {
    ...COMMON_HEADERS,
    'Mcp-Session-Id': id,
    'MCP-Protocol-Version': SESSION_VERSION,
  };
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const told = await post(url, within, initialized, agent);
  if (told.status !== 202) throw new Error(`initialized is answered with ${told.status}`);
  return id;
}
