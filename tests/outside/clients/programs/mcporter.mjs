// Calls the tools from code, as scripts do that mcporter's runtime connects.
import { createCallResult, createRuntime } from 'mcporter';

const [url = '', calls = '', uri = ''] = process.argv.slice(2);
const command = { kind: 'http', url: new URL(url) };
const runtime = await createRuntime({ servers: [{ name: 'reviews', command }] });
const tools = await runtime.listTools('reviews', { includeSchema: true });
const { resources } = await runtime.listResources('reviews');
const { contents } = await runtime.readResource('reviews', uri);
const answers = [];
for (const { name, args } of JSON.parse(calls)) {
  const result = await runtime.callTool('reviews', name, { args });
  const shown = createCallResult(result).text();
  answers.push({
    isError: result.isError === true,
    structured: createCallResult(result).structuredContent(),
    shown,
  });
}
await runtime.close();
console.log(
  JSON.stringify({
    tools: tools.map(({ name, inputSchema }) => ({ name, schema: inputSchema })),
    resources: resources.map((resource) => resource.uri),
    text: contents[0].text,
    answers,
  }),
);
