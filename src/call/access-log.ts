import type { Logger } from 'pino'

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
export function createAccessLog(log: Logger): AccessLog | null {
  if (!log.isLevelEnabled('info')) return null
  // What stands in a line is listed above, with no room for a secret: looking for some would cost half of the line.
  const lines = log.child({}, { redact: [] })
  return ({ ms, ...call }) => {
    const level = polled.has(call.operation) ? 'debug' : 'info'
    lines[level]({ ...call, ms: Math.round(ms * 10) / 10 }, 'answered')
  }
}
