import { setTimeout as wait } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import { Agent, request } from 'undici'

/** Beyond so much that waits to be sent, spans are left out: a collector that is gone costs no more than this. */
const maxWaitingBytes = 2 * 1024 * 1024
const sendAtBytes = maxWaitingBytes / 4
const sendEveryMs = 2_000
/** A collector that says nothing for so long has not got them. */
const sendWithinMs = 5_000
/** How long what is left may take to be sent when we stop. */
const closeWithinMs = 1_000
/** What a collector that cannot take them just now is given. */
const retriesAfterMs = [1_000, 2_000]
const passing = new Set([429, 502, 503, 504])
const separator = ','
/** Bytes that one unit of a text takes at most. */
const maxBytesOfUnit = 3

interface Destination {
  url: string
  headers: Record<string, string>
  /** What stands before and after everything that is sent together. */
  head: string
  tail: string
}

/** Sends texts, many together, and holds nobody up: what there is no room for is left out. */
export interface Outlet {
  add(text: string): void
  close(): Promise<void>
}

interface Filled {
  bytes: Buffer
  length: number
}

/** So much is turned into bytes together: each turn costs as much as a whole text does. */
const encodeAtLength = 16_384

export function openOutlet({ head, tail, ...destination }: Destination, failed: (why: string) => void): Outlet {
  const poster = createPoster(destination, failed)
  const start = Buffer.byteLength(head)
  const end = Buffer.byteLength(tail)
  const begin = (bytes: Buffer): Filled => ({ bytes, length: bytes.write(head) })
  let filling = begin(Buffer.allocUnsafe(maxWaitingBytes))
  let spare: Buffer | null = Buffer.allocUnsafe(maxWaitingBytes)
  /** What goes behind the bytes. */
  let gathered = ''
  let sending: Promise<void> = Promise.resolve()
  const hasRoom = (text: string) =>
    filling.length + (gathered.length + separator.length + text.length) * maxBytesOfUnit + end <= maxWaitingBytes

  function encode(): void {
    filling.length += filling.bytes.write(gathered, filling.length)
    gathered = ''
  }

  function send(): void {
    encode()
    if (spare === null || filling.length === start) return
    const { bytes, length } = filling
    filling = begin(spare)
    spare = null
    const whole = bytes.subarray(0, length + bytes.write(tail, length))
    sending = poster.deliver(whole).finally(() => {
      spare = bytes
    })
  }

  const timer = setInterval(send, sendEveryMs).unref()
  return {
    add(text) {
      if (!hasRoom(text)) send()
      if (!hasRoom(text)) return failed('more waits than is kept')
      const isFirst = gathered === '' && filling.length === start
      gathered += isFirst ? text : separator + text
      if (gathered.length < encodeAtLength) return
      encode()
      if (filling.length > sendAtBytes) send()
    },
    async close() {
      clearInterval(timer)
      poster.stopTrying()
      const left = sending.then(() => {
        send()
        return sending
      })
      await pTimeout(left, { milliseconds: closeWithinMs, fallback: () => undefined })
      await poster.close()
    },
  }
}

function createPoster({ url, headers }: Pick<Destination, 'url' | 'headers'>, failed: (why: string) => void) {
  const agent = new Agent({ connections: 1, connect: { timeout: sendWithinMs } })
  const stopping = new AbortController()

  /** Null: it has been taken. Why not is a word, without an address. */
  async function post(body: Buffer): Promise<{ why: string; isPassing: boolean } | null> {
    const late = AbortSignal.timeout(sendWithinMs)
    try {
      const { statusCode, body: answer } = await request(url, {
        ...{ method: 'POST', dispatcher: agent, signal: late, body },
        headers: { ...headers, 'content-type': 'application/json' },
      })
      await answer.dump()
      return statusCode < 300 ? null : { why: String(statusCode), isPassing: passing.has(statusCode) }
    } catch (error) {
      const { code, name } = error as { code?: string | number; name: string }
      return late.aborted ? { why: 'timeout', isPassing: false } : { why: String(code ?? name), isPassing: true }
    }
  }

  return {
    async deliver(body: Buffer): Promise<void> {
      for (const pause of [...retriesAfterMs, null]) {
        const refused = await post(body)
        if (refused === null) return
        if (pause === null || !refused.isPassing || stopping.signal.aborted) return failed(refused.why)
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    },
    stopTrying: () => stopping.abort(),
    close: () => agent.destroy(),
  }
}
