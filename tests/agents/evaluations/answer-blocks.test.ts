import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { connectSdk } from '../../journeys/mcp/sdk-client.ts';
import { atEnd } from '../../support/lifetime.ts';
import { STATELESS_VERSION } from '../../support/mcp-client.ts';
import { hostileReviews, serve } from './services.ts';
import { TOOL_FORMS } from './tool-forms.ts';

const { url } = await serve({ after }, hostileReviews());

const Blocks = z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).min(1);

const CLIENTS = {
  'a session': 'older',
  'requests without a session': { pin: STATELESS_VERSION },
} as const;

for (const [era, mode] of Object.entries(CLIENTS)) {
  test(`every answer in ${era} is structured content and blocks of text, and nothing else`, async (t) => {
    const { client, callTool } = await connectSdk(url, mode);
    atEnd(t, () => client.close());
    const asked = new Set<string>();
    for (const [tool, given] of TOOL_FORMS) {
      const { structuredContent, content, isError } = await callTool(tool, given);
      const call = `${tool} ${JSON.stringify(given)}`;
      assert.ok(!isError, call);
      const [json] = Blocks.parse(content, { error: () => call });
      assert.deepEqual(JSON.parse(json?.text ?? ''), structuredContent, call);
      asked.add(tool);
    }
    assert.deepEqual([...asked].sort(), TOOLS_WITH_CHATGPT.map(({ name }) => name).sort());
    const refused = await callTool('get_review', { id: 'nothing-here' });
    assert.equal(Blocks.parse(refused.content).length, 1);
  });
}
