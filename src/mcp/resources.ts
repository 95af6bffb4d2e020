import { windowSeconds } from '../call/rate-limit.ts'
import type { RateLimiter } from '../call/rate-limit.ts'
import { cardEntry, cardUri, readCard } from './card/card.ts'
import type { DocsPage } from './docs.ts'

const limitsUri = 'flightdeck://rate-limits'

/** What agents can read beside what tools answer. */
export interface Resources {
  list(): Promise<{ uri: string; name: string; title: string; description: string; mimeType: string }[]>
  /** null: there is no such resource. */
  read(uri: string): Promise<{ mimeType: string; text: string; _meta?: Record<string, unknown> } | null>
}

export function openResources(pages: () => Promise<DocsPage[]>, { limits }: RateLimiter): Resources {
  return {
    async list() {
      const known = (await pages()).map(({ uri, name, title }) => ({
        ...{ uri, name, title, mimeType: 'text/markdown' },
        description: uri.includes('/platforms/') ? `What is particular about the platform ${name}.` : `${title}.`,
      }))
      const about = `How many calls pass in ${windowSeconds} seconds.`
      return [
        ...known,
        cardEntry,
        { uri: limitsUri, name: 'rate-limits', title: 'Rate limits', description: about, mimeType: 'application/json' },
      ]
    },
    async read(uri) {
      if (uri === cardUri) return readCard()
      if (uri === limitsUri) {
        const note =
          'Each tool call counts once: reads as read, everything else as write, files as upload. /mcp itself is not counted.'
        return { mimeType: 'application/json', text: JSON.stringify({ windowSeconds, callsPerKey: limits, note }) }
      }
      const page = (await pages()).find((each) => each.uri === uri)
      return page ? { mimeType: 'text/markdown', text: page.text } : null
    },
  }
}
