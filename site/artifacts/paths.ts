/** Where the WebSub hub listens; feeds and topics point there. */
export const HUB_PATH = '/api/websub/hub';

/** Where SEP-2127 has the card of the MCP server: below its endpoint. */
export const SERVER_CARD_PATH = '/mcp/server-card';
