/** Something that one tab does for all of them. */
interface Shared<Message> {
  name: string
  /** Does it, until the signal or as long as it can; everything told is heard by all tabs, this one too. */
  lead: (send: (message: Message) => void, signal: AbortSignal) => Promise<void>
  hear: (message: Message) => void
  /** Waited for before each turn. */
  ready: (signal: AbortSignal) => Promise<void>
}

/** How often the tab that leads says that it is there. Timers of tabs that nobody sees may run once a minute only. */
const beatMs = 20_000
/** A browser may put the tab that leads to sleep without ending it: after such a silence another one takes over. */
const silenceMs = 100_000
const isAlive = 'alive'

/**
 * The first tab leads; when it is closed, the browser gives its lock to the next one. Where there are no locks (an address that is neither
 * HTTPS nor this machine), each tab is on its own.
 */
export async function share<Message>(shared: Shared<Message>, over: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return alone(shared, over)
  const channel = new BroadcastChannel(shared.name)
  over.addEventListener('abort', () => channel.close(), { once: true })
  const silence = watchSilence(over)
  channel.onmessage = ({ data }: MessageEvent<Message | typeof isAlive>) => {
    silence.broken()
    if (data !== isAlive) shared.hear(data)
  }
  while (!over.aborted) {
    await shared.ready(over)
    await takeTurn(shared, { channel, silence, over }).catch((error: unknown) => {
      // Not our turn any more, or no need to wait for it.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }
}

async function alone<Message>({ lead, hear, ready }: Shared<Message>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await ready(over)
    await lead(hear, over)
  }
}

interface Turn {
  channel: BroadcastChannel
  silence: Silence
  over: AbortSignal
}

/** Waits for the lock and leads while it is ours; ends when it was taken from us, too. */
async function takeTurn<Message>(
  { name, lead, hear }: Shared<Message>,
  { channel, silence, over }: Turn,
): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([over, ended.signal])
  const send = (message: Message) => {
    if (signal.aborted) return
    channel.postMessage(message)
    hear(message)
  }
  const wait = silence.isTooLong() ? { steal: true } : { signal: AbortSignal.any([over, silence.tooLong()]) }
  try {
    await navigator.locks.request(name, wait, async () => {
      const beat = setInterval(() => (silence.broken(), channel.postMessage(isAlive)), beatMs)
      signal.addEventListener('abort', () => clearInterval(beat), { once: true })
      silence.broken()
      channel.postMessage(isAlive)
      await lead(send, signal)
    })
  } finally {
    ended.abort()
  }
}

type Silence = ReturnType<typeof watchSilence>

/** How long nothing was heard from whoever leads. */
function watchSilence(over: AbortSignal) {
  let since = Date.now()
  let lookedAt = Date.now()
  let limit = new AbortController()
  const isTooLong = () => Date.now() - since > silenceMs
  const look = setInterval(() => {
    // The whole machine slept: nobody could have said anything.
    if (Date.now() - lookedAt > 2 * silenceMs) since = Date.now()
    lookedAt = Date.now()
    if (isTooLong()) limit.abort()
  }, beatMs)
  over.addEventListener('abort', () => clearInterval(look), { once: true })
  return {
    isTooLong,
    broken() {
      since = Date.now()
      if (limit.signal.aborted) limit = new AbortController()
    },
    tooLong: () => limit.signal,
  }
}
