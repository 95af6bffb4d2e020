import { pino } from 'pino'
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

/** Lines go here, each as it is, with its end. */
interface LineSink {
  write(line: string): unknown
}

/** Null: the level is above info, and nobody need gather anything. */
export function createAccessLog(log: Logger, openSink: () => LineSink): AccessLog | null {
  if (!log.isLevelEnabled('info')) return null
  const showsPolls = log.isLevelEnabled('debug')
  const { info, debug } = log.levels.values
  const to = openSink()
  const now = createClock()
  // What stands in a line is listed above, with no room for a secret: it is written as it is, without looking for some.
  return (call) => {
    const isPoll = polled.has(call.operation)
    if (isPoll && !showsPolls) return
    to.write(`{"level":${isPoll ? debug : info},"time":"${now()}",${fieldsOf(call)},"msg":"answered"}\n`)
  }
}

/** Piece by piece: an object made into JSON takes twice as long, for every call there is. */
function fieldsOf({ requestId, company, operation, method, tool, status, hungUp, ms }: AnsweredCall): string {
  const who = company === undefined ? '' : `"company":${JSON.stringify(company)},`
  const what = `"operation":${JSON.stringify(operation)},"method":${JSON.stringify(method)}`
  const by = tool === undefined ? '' : `,"tool":${JSON.stringify(tool)}`
  const end = `"status":${status}${hungUp ? ',"hungUp":true' : ''},"ms":${Math.round(ms * 10) / 10}`
  return `"requestId":${JSON.stringify(requestId)},${who}${what}${by},${end}`
}

/** The time as text, made once for all calls of a millisecond. */
function createClock(): () => string {
  let madeAt = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== madeAt) [madeAt, text] = [now, new Date(now).toISOString()]
    return text
  }
}

const maxTogether = 32_768
const latestAfterMs = 250

/** Lines of calls go out together, the first after a moment at most: a write for each would cost more than the line. What is left goes out with the process. */
export function accessLines(): LineSink {
  const to = pino.destination({ dest: 2, sync: true })
  let text = ''
  let timer: NodeJS.Timeout | null = null
  const send = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const together = text
    text = ''
    if (together !== '') to.write(together)
  }
  process.once('exit', send)
  return {
    write(line) {
      text += line
      if (text.length >= maxTogether) send()
      else timer ??= setTimeout(send, latestAfterMs).unref()
    },
  }
}
