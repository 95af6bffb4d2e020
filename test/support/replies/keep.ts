import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../../src/api/index.ts'
import { problemOf } from '../../../src/call/check-reply.ts'
import { readReplies, repliesFile } from '../../../src/http/docs/samples/replies.ts'

type Examples = Record<string, unknown>

/** Adds what was gathered to what is there. What is there and still true stays: a run that says it otherwise changes nothing. */
export function keepReplies(folder: string): string {
  const before = readReplies()
  const gathered = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Examples)
  const kept: Examples = {}
  let fresh = 0
  for (const { name, reply } of operations) {
    const isTrue = (value: unknown) => value !== undefined && problemOf(reply, value) === null
    const value = isTrue(before[name]) ? before[name] : gathered.map((each) => each[name]).find(isTrue)
    if (value === undefined) continue
    if (value !== before[name]) fresh++
    kept[name] = value
  }
  writeFileSync(repliesFile, `${JSON.stringify(kept, null, 1)}\n`)
  return `${fresh} examples of replies are new, ${Object.keys(kept).length} there are.`
}
