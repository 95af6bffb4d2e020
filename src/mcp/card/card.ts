import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Plans, receipts and how far a launch is, drawn inside of a chat by hosts that show MCP Apps. It shows, and asks for nothing. */
export const cardUri = 'ui://flightdeck/card'
export const cardExtension = 'io.modelcontextprotocol/ui'

const mimeType = 'text/html;profile=mcp-app'

export const cardEntry = {
  uri: cardUri,
  name: 'card',
  title: 'Card',
  description: 'Shows a plan, receipts or how far a launch is. It can do nothing.',
  mimeType,
}

/** Everything is in it: it may reach no other address. */
export async function readCard() {
  const text = await readFile(join(import.meta.dirname, 'card.html'), 'utf8')
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [] }
  return { mimeType, text, _meta: { ui: { csp, prefersBorder: true } } }
}
