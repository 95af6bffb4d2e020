/** Calls of one operation by one method. */
interface Tally {
  /** By the first digit of their status. */
  statuses: number[]
  /** How many took at most so long, each counted in its first bucket alone; the last is for those beyond all. */
  inBucket: number[]
  seconds: number
}

/**
 * Calls that were answered, as plain numbers that become text when somebody asks: prom-client finds a counter by the text of its labels,
 * which every call there is would pay for.
 */
interface AnsweredCalls {
  count: (operation: string, method: string, status: number, ms: number) => void
  /** As Prometheus reads it. */
  text: () => string
}

/** Reports are read for seconds, a launch is stored in milliseconds. */
const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const requests = 'flightdeck_http_requests_total'
const requestSeconds = 'flightdeck_http_request_seconds'

export function createAnsweredCalls(): AnsweredCalls {
  const operations = new Map<string, Map<string, Tally>>()
  const tallyOf = (operation: string, method: string): Tally => {
    let methods = operations.get(operation)
    if (!methods) operations.set(operation, (methods = new Map<string, Tally>()))
    let tally = methods.get(method)
    if (!tally) methods.set(method, (tally = emptyTally()))
    return tally
  }
  return {
    count(operation, method, status, ms) {
      const tally = tallyOf(operation, method)
      const seconds = ms / 1000
      tally.statuses[Math.floor(status / 100)]! += 1
      tally.inBucket[bucketOf(seconds)]! += 1
      tally.seconds += seconds
    },
    text() {
      const all = [...operations].flatMap(([operation, methods]) =>
        [...methods].map(([method, tally]) => ({ labels: labelsOf(operation, method), tally })),
      )
      return [
        `# HELP ${requests} Calls that were answered, by operation, method and class of status.`,
        `# TYPE ${requests} counter`,
        ...all.flatMap(({ labels, tally }) => statusLines(labels, tally)),
        '',
        `# HELP ${requestSeconds} How long calls took to be answered.`,
        `# TYPE ${requestSeconds} histogram`,
        ...all.flatMap(({ labels, tally }) => secondsLines(labels, tally)),
        '',
      ].join('\n')
    },
  }
}

function emptyTally(): Tally {
  return { statuses: Array<number>(10).fill(0), inBucket: Array<number>(bucketSeconds.length + 1).fill(0), seconds: 0 }
}

function bucketOf(seconds: number): number {
  let bucket = 0
  while (bucket < bucketSeconds.length && seconds > bucketSeconds[bucket]!) bucket += 1
  return bucket
}

function labelsOf(operation: string, method: string): string {
  return `operation=${JSON.stringify(operation)},method=${JSON.stringify(method)}`
}

function statusLines(labels: string, { statuses }: Tally): string[] {
  return statuses.flatMap((count, digit) =>
    count === 0 ? [] : [`${requests}{${labels},status="${digit}xx"} ${count}`],
  )
}

function secondsLines(labels: string, { inBucket, seconds }: Tally): string[] {
  let count = 0
  const buckets = inBucket.map((more, bucket) => {
    count += more
    return `${requestSeconds}_bucket{le="${bucketSeconds[bucket] ?? '+Inf'}",${labels}} ${count}`
  })
  return [...buckets, `${requestSeconds}_sum{${labels}} ${seconds}`, `${requestSeconds}_count{${labels}} ${count}`]
}
