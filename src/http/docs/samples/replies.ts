import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What operations answered in the sandbox, by their names: `npm test -- --record` writes it. */
export const repliesFile = join(import.meta.dirname, 'replies.json')

/** What recorded replies call the installation before they are shown. */
export const examplePublicUrl = 'http://localhost:8080'

/** Read when a document is written: nobody else needs them. */
export function readReplies(): Record<string, unknown> {
  return JSON.parse(readFileSync(repliesFile, 'utf8')) as Record<string, unknown>
}
