import { pino } from 'pino'
import type { Logger } from 'pino'
import { jsonText } from '../json-text.ts'

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
  const callOf = createCallWords()
  // What stands in a line is listed above, with no room for a secret: it is written as it is, without looking for some.
  return (call) => {
    const isPoll = polled.has(call.operation)
    if (isPoll && !showsPolls) return
    const { requestId, status, hungUp, ms } = call
    const end = `"status":${status}${hungUp ? ',"hungUp":true' : ''},"ms":${withTenths(ms)},"msg":"answered"}\n`
    to.write(
      `{"level":${isPoll ? debug : info},"time":"${now()}","requestId":${jsonText(requestId)},${callOf(call)}${end}`,
    )
  }
}

const maxKept = 10_000

/** Who called what, as all lines of such calls tell it: put together once, for a line of many pieces takes twice as long to become bytes. */
function createCallWords(): (call: AnsweredCall) => string {
  const companies = new Map<string | undefined, Map<string, Map<string, string>>>()
  let kept = 0
  return (call) => {
    const { company, operation, method, tool } = call
    if (tool !== undefined) return wordsOf(call)
    const found = companies.get(company)?.get(operation)?.get(method)
    if (found !== undefined) return found
    if (kept++ >= maxKept) {
      companies.clear()
      kept = 1
    }
    const words = wordsOf(call)
    const operations = within(companies, company)
    within(operations, operation).set(method, words)
    return words
  }
}

function within<Key, Inner, Value>(outer: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  let inner = outer.get(key)
  if (!inner) outer.set(key, (inner = new Map<Inner, Value>()))
  return inner
}

function wordsOf({ company, operation, method, tool }: AnsweredCall): string {
  const who = company === undefined ? '' : `"company":${JSON.stringify(company)},`
  const by = tool === undefined ? '' : `"tool":${JSON.stringify(tool)},`
  return `${who}"operation":${JSON.stringify(operation)},"method":${JSON.stringify(method)},${by}`
}

/** Two whole numbers become text in a third of the time that one with a fraction takes. */
function withTenths(ms: number): string {
  const tenths = Math.round(ms * 10)
  const whole = Math.floor(tenths / 10)
  return `${whole}.${tenths - whole * 10}`
}

/** The time as text, of which all but the milliseconds is made once a second. */
function createClock(): () => string {
  let second = -1
  let toSecond = ''
  return () => {
    const now = Date.now()
    const ms = now % 1000
    if (now - ms !== second) {
      second = now - ms
      toSecond = new Date(second).toISOString().slice(0, -'000Z'.length)
    }
    return `${toSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`
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
