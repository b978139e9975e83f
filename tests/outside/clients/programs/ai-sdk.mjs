// Uses the tools as generateText of the AI SDK does: it runs them, and hands on what toModelOutput makes.
import { createMCPClient } from '@ai-sdk/mcp';

const [url = '', calls = ''] = process.argv.slice(2);
const client = await createMCPClient({ transport: { type: 'http', url } });
const tools = await client.tools();
const answers = [];
for (const { name, args: input } of JSON.parse(calls)) {
  const tool = tools[name];
  const toolCallId = `call-${answers.length}`;
  const output = await tool.execute(input, { toolCallId, messages: [] });
  const shown = await tool.toModelOutput({ toolCallId, input, output });
  answers.push({
    isError: output.isError === true,
    structured: output.structuredContent,
    shown: shown.value,
  });
}
await client.close();
console.log(
  JSON.stringify({
    tools: Object.entries(tools).map(([name, tool]) => ({
      name,
      schema: tool.inputSchema.jsonSchema,
    })),
    answers,
  }),
);
