// Uses the tools as an agent of LangChain does: a call becomes a ToolMessage, whose content a model reads.
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const [url = '', calls = ''] = process.argv.slice(2);
const client = new MultiServerMCPClient({ reviews: { transport: 'http', url } });
const tools = await client.getTools();
const answers = [];
for (const { name, args } of JSON.parse(calls)) {
  const tool = tools.find((one) => one.name === name);
  try {
    const message = await tool?.invoke({ type: 'tool_call', id: 'call', name, args });
    const artifact = message.artifact.find(({ type }) => type === 'mcp_structured_content');
    answers.push({ isError: false, structured: artifact?.data, shown: message.content });
  } catch (error) {
    // It holds arguments against the schema, and keeps back what other clients send.
    const isRefused = String(error).includes('did not match expected schema');
    const connection = isRefused ? await client.getClient('reviews') : undefined;
    const result = await connection?.callTool({ name, arguments: args });
    answers.push({
      isRefused,
      isError: result?.isError ?? !isRefused,
      structured: result?.structuredContent,
      shown: result?.content ?? String(error),
    });
  }
}
await client.close();
console.log(
  JSON.stringify({
    tools: tools.map((tool) => {
      const { name, parameters: schema } = convertToOpenAITool(tool).function;
      return { name, schema };
    }),
    answers,
  }),
);
