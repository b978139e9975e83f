/** Where the WebSub hub listens; feeds and topics point there. */
export const HUB_PATH = '/api/websub/hub';
