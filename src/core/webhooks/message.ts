import { Webhook } from 'standardwebhooks'
import type { CompanyEvent } from '../events/present.ts'
import { validSecrets } from './target.ts'
import type { Target, WebhookKind } from './target.ts'
import { wordsFor } from './words.ts'

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** Chats cut longer ones, or refuse them. */
const maxLetters = 1_900

/** An event as a receiver of this kind takes it. */
export function messageFor(kind: WebhookKind, target: Target, event: CompanyEvent, now: Date): Message {
  if (kind === 'standard') return standardMessage(target, event, now)
  const text = wordsFor(event).slice(0, maxLetters)
  const { url, ...content } = chatMessages[kind](target.url, text)
  return { url, headers: {}, body: JSON.stringify(content) }
}

/** Standard Webhooks 1.0: one signature for each secret that is valid. */
function standardMessage(target: Target, { id, ...content }: CompanyEvent, now: Date): Message {
  const body = JSON.stringify(content)
  const signatures = validSecrets(target, now).map((secret) => new Webhook(secret).sign(id, now, body))
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
  return { url: target.url, headers, body }
}

type ChatMessage = (url: string, text: string) => { url: string } & Record<string, unknown>

const chatMessages: Record<Exclude<WebhookKind, 'standard'>, ChatMessage> = {
  slack: (url, text) => ({ url, text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
  // Whatever an ad is called, nobody is called by it.
  discord: (url, text) => ({ url, content: text, allowed_mentions: { parse: [] } }),
  telegram(url, text) {
    const address = new URL(url)
    const chat = address.searchParams.get('chat_id')
    address.search = ''
    return { url: address.href, chat_id: chat, text, disable_web_page_preview: true }
  },
}
