import { required } from '../required.ts'

/** One message of a stream of server-sent events. */
export interface Message {
  id: string
  event: string
  data: string
}

/** The service gives a sign of life every 15 seconds; a stream that is silent for longer than this is broken. */
const silenceMs = 45_000

/** The messages and signs of life of a stream, until it ends or falls silent. Throws when the connection breaks. */
export async function* readMessages(response: Response): AsyncGenerator<Message | 'still here', void, undefined> {
  const reader = required(response.body, 'body of the answer').getReader()
  const decoder = new TextDecoder()
  let text = ''
  let id = ''
  try {
    for (;;) {
      const { done, value } = await readInTime(reader)
      if (done) return
      text += decoder.decode(value, { stream: true }).replaceAll('\r', '')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageIn(block, id)
        id = message.id
        if (message.data !== '') yield message
        else if (block.startsWith(':')) yield 'still here'
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readInTime(reader: Reader): Promise<Awaited<ReturnType<Reader['read']>>> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs)
  try {
    return await reader.read()
  } finally {
    clearTimeout(timer)
  }
}

function messageIn(block: string, lastId: string): Message {
  const message = { id: lastId, event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'id') message.id = value
    else if (field === 'event') message.event = value
    else if (field === 'data') data.push(value)
  }
  return { ...message, data: data.join('\n') }
}
