import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** A call that was answered, as one line of the log tells it: never what was asked for, nor the address it was asked at. */
interface AnsweredCall {
  requestId: string
  /** Absent: nobody is known. */
  company: string | undefined
  /** The path of the route. */
  operation: string
  method: string
  /** Of agents: what they called. */
  tool?: string
  /** 499: the caller hung up before there was one. */
  status: number
  /** The caller left before the answer was out. */
  hungUp?: boolean
  ms: number
}

/** Asked by machines every few seconds: lines of these would hide the others. */
const polled: ReadonlySet<string> = new Set(['/live', '/ready', '/metrics'])

export type AccessLog = (call: AnsweredCall) => void

/** Null: the level is above info, and nobody need gather anything. */
export function createAccessLog(log: Logger, to: { write(line: string): unknown }): AccessLog | null {
  if (!log.isLevelEnabled('info')) return null
  const showsPolls = log.isLevelEnabled('debug')
  // What stands in a line is listed above, with no room for a secret: it is written as it is, without looking for some.
  return ({ ms, ...call }) => {
    const isPoll = polled.has(call.operation)
    if (isPoll && !showsPolls) return
    const level = log.levels.values[isPoll ? 'debug' : 'info']
    const line = { level, time: new Date().toISOString(), ...call, ms: Math.round(ms * 10) / 10, msg: 'answered' }
    to.write(`${JSON.stringify(line)}\n`)
  }
}

/** Lines of calls go out together, the first after a moment at most: a write for each would cost as much as the line. Whatever is left goes out with the process. */
export function accessLines(): DestinationStream {
  return pino.destination({ dest: 2, minLength: 8_192, sync: true, periodicFlush: 250 })
}
