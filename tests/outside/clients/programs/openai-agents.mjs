// Uses the tools as an agent of OpenAI's SDK does, which is given the schemas converted to strict ones.
import { getAllMcpTools, MCPServerStreamableHttp, RunContext } from '@openai/agents';

const [url = '', calls = ''] = process.argv.slice(2);
const server = new MCPServerStreamableHttp({ url, name: 'reviews', useStructuredContent: true });
await server.connect();
const strict = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
// Of the strict ones it takes every null out before it calls; the others send what a model says.
const plain = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: false });
const answers = [];
for (const { name, args } of JSON.parse(calls)) {
  const result = await server.callToolResult(name, args);
  const isError = result.isError === true;
  const shown = [];
  for (const tools of [strict, plain]) {
    const tool = tools.find((one) => one.name === name);
    // A model always writes an object.
    shown.push(await tool.invoke(new RunContext(), JSON.stringify(args ?? {})));
  }
  answers.push({ isError, structured: result.structuredContent, shown });
}
await server.close();
console.log(
  JSON.stringify({
    tools: strict.map(({ name, parameters, strict: isStrict }) => ({
      name,
      schema: parameters,
      isStrict,
    })),
    answers,
  }),
);
