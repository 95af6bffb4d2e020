import { Agent, request as httpRequest } from 'node:http'
import type { FuzzRequest } from './requests.ts'

export interface Sent {
  /** 0 where the caller hung up first, or was hung up on. */
  status: number
  text: string
  ms: number
}

/** An answer that has not ended by then is left: streams of events go on for as long as their batch. */
const maxAnswerMs = 15_000
const streamMs = 200
const keptBytes = 2_000

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

export function sendFuzz(url: string, { method, path, headers, body, hangUpAfter }: FuzzRequest): Promise<Sent> {
  const { hostname, port } = new URL(url)
  const from = performance.now()
  return new Promise((resolve) => {
    let status = 0
    let text = ''
    const done = () => {
      clearTimeout(timer)
      resolve({ status, text, ms: performance.now() - from })
    }
    const own = body ? { ...headers, 'content-length': String(body.length) } : headers
    const call = httpRequest({ hostname, port, method, path, headers: own, agent }, (answer) => {
      status = answer.statusCode ?? 0
      if (answer.headers['content-type']?.startsWith('text/event-stream')) setTimeout(() => call.destroy(), streamMs)
      answer.on('data', (chunk: Buffer) => {
        if (text.length < keptBytes) text += chunk.toString()
      })
      answer.on('error', () => undefined)
      answer.on('close', done)
    })
    const timer = setTimeout(() => {
      text ||= 'no answer in time'
      call.destroy()
    }, maxAnswerMs)
    call.on('error', done)
    if (hangUpAfter === null) return void call.end(body ?? undefined)
    call.write(body?.subarray(0, hangUpAfter) ?? '')
    call.flushHeaders()
    setImmediate(() => call.destroy())
  })
}

export function closeFuzzConnections(): void {
  agent.destroy()
}
