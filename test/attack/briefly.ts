import { openSocket, parseAnswer, readAnswer } from '../support/raw-request.ts'
import type { RawAnswer } from '../support/raw-request.ts'

/** Whoever has not answered by then waits for what will never be sent. */
const patienceMs = 20_000

/** Sends what never ends: an answer must come without the rest. Status 0: none did. */
export async function sendBriefly(url: string, bytes: string): Promise<RawAnswer> {
  const socket = await openSocket(url)
  const timer = setTimeout(() => socket.destroy(), patienceMs)
  socket.write(bytes)
  const text = await readAnswer(socket)
  clearTimeout(timer)
  socket.destroy()
  return parseAnswer(text)
}
