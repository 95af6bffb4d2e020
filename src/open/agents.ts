import type { Config } from '../config.ts'
import type { ClientDocuments } from '../core/assistants/clients/documents.ts'
import { openFetcher } from './media.ts'
import type { Undo } from './undo.ts'

/** What reads them is loaded when the first of them is asked for. */
export function openClientDocuments(config: Config, undo: Undo): ClientDocuments {
  let opened: Promise<ClientDocuments> | null = null
  const open = async () => {
    const { createClientDocuments, documentLimits } = await import('../core/assistants/clients/documents.ts')
    return createClientDocuments(openFetcher(config, null, documentLimits, undo))
  }
  return { read: async (clientId) => (await (opened ??= open())).read(clientId) }
}
