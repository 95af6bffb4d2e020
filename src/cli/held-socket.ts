import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { SocketHandle } from '../open/listen.ts'
import type { SupervisorsWord, Word } from './launcher.ts'

/** How long callers are left waiting for the next process before they are told to come back. */
const patienceMs = 20_000
/** How long one of them has to say what it wants, and to take its answer. */
const callMs = 5_000

/** Services bring new ones when they listen; one is used whenever callers were left waiting for too long. */
const maxSpares = 3

/**
 * The service's listening socket, held while services come and go. It is never listened on here while there is a service, or one is
 * on its way: calls wait in the socket's own queue, for the process that takes it next. So two never answer at once.
 */
export interface HeldSocket {
  /** Hands the socket to this service when it asks for it, and takes it from the one that opened it. */
  attend(service: ChildProcess): void
  /** From now on nobody serves. */
  waitForNext(): void
  /** There will be no other service. */
  drop(): void
}

export function createHeldSocket(): HeldSocket {
  let kept: SocketHandle | null = null
  /** The same socket once more, a few times: what is listened on and closed again is gone. */
  const spares: SocketHandle[] = []
  let patience: NodeJS.Timeout | null = null
  let answerer: Server | null = null

  function hold(handle: SocketHandle): void {
    if (kept === null) kept = handle
    else if (spares.length < maxSpares) spares.push(handle)
    else handle.close()
  }
  function answerInstead(): void {
    const spare = spares.pop()
    if (spare) answerer = createServer(askToComeBack).listen(spare)
  }
  function stopAnswering(): void {
    if (patience) clearTimeout(patience)
    patience = null
    answerer?.close()
    answerer = null
  }
  return {
    attend(service) {
      service.on('message', ({ wantsSocket, holdsSocket }: Word, handle: unknown) => {
        if (holdsSocket && handle) hold(handle as SocketHandle)
        if (!wantsSocket) return
        stopAnswering()
        const word: SupervisorsWord = { isSocket: true }
        service.send(word, (kept ?? undefined) as Server | undefined, () => undefined)
      })
    },
    waitForNext() {
      if (kept !== null && patience === null) patience = setTimeout(answerInstead, patienceMs).unref()
    },
    drop() {
      stopAnswering()
      for (const handle of spares.splice(0)) handle.close()
      kept?.close()
      kept = null
    },
  }
}

const words = 'The service is starting again. Try again in a few seconds.'
const body = JSON.stringify({
  success: false,
  message: words,
  error: { code: 'service_unavailable', message: words },
})
const answer = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(body)}`,
  'Retry-After: 5',
  'Cache-Control: no-store',
  'Connection: close',
  '',
  body,
].join('\r\n')

function askToComeBack(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.setTimeout(callMs, () => socket.destroy())
  // What else comes of the call is read and thrown away, so that its sender sees the answer.
  socket.once('data', () => socket.end(answer)).resume()
}
