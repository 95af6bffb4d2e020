type LogLine = Record<string, unknown> & { level: number; msg: string }

/** Where a service of a test writes its log, for the test to read. */
export function logLines() {
  const lines: string[] = []
  return {
    to: { write: (text: string) => void lines.push(text) },
    /** Each as it was written. */
    text: () => lines,
    all: () => lines.map((line) => JSON.parse(line) as LogLine),
    of: (msg: string) => lines.map((line) => JSON.parse(line) as LogLine).filter((line) => line.msg === msg),
  }
}
