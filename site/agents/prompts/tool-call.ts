/** How a prompt names a call: the tool, and its arguments as JSON. Those that are undefined are left out. */
export function toolCall(
  tool: string,
  argumentsGiven: Readonly<Record<string, string | number | readonly string[] | undefined>> = {},
): string {
  return `\`${tool}\` with ${JSON.stringify(argumentsGiven)}`;
}
