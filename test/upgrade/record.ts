import { appendFileSync } from 'node:fs'
import pg from 'pg'

/**
 * Loaded into every process of a release's tests (`NODE_OPTIONS=--import=…/record.ts STATEMENTS=file`): writes down each statement that it
 * sends for the first time, as one line of JSON.
 */
const file = process.env.STATEMENTS
const seen = new Set<string>()
const client = pg.Client.prototype as unknown as Record<'query', (...words: unknown[]) => unknown>
const { query } = client

if (file)
  client.query = function (...words) {
    const [first] = words
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return query.apply(this, words)
  }
