import { dayMs } from '../../days.ts'

/** What examples call the sandbox before they are shown. */
export const exampleSandboxUrl = 'http://127.0.0.1:8081'

/** What examples call a week that is over on every platform, whatever its time zone. */
export const exampleStart = '2026-01-05'
export const exampleEnd = '2026-01-11'

/** A text with examples in it, so that they work as they stand: here, and today. */
export function asItRuns(text: string, sandboxUrl: string | null, now: Date): string {
  return text
    .replaceAll(exampleSandboxUrl, sandboxUrl ?? 'https://example.com')
    .replaceAll(exampleStart, dayBefore(now, 9))
    .replaceAll(exampleEnd, dayBefore(now, 3))
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
}
