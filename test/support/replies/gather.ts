import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answered } from '../../../src/call/check-reply.ts'
import type { AnsweredCall } from '../../../src/call/check-reply.ts'
import { exampleOf, richnessOf } from './example.ts'

/** Loaded before tests that are run with --record: keeps the best answer of each operation, and leaves them when the process ends. */
const best = new Map<string, { example: unknown; richness: number }>()

answered.subscribe((message) => {
  const { operation, status, sent } = message as AnsweredCall
  if (status !== operation.rest.status) return
  const example = exampleOf(sent)
  const richness = richnessOf(example)
  if (richness > (best.get(operation.name)?.richness ?? -1)) best.set(operation.name, { example, richness })
})

process.on('exit', () => {
  const folder = process.env.RECORDED_REPLIES
  if (folder === undefined || best.size === 0) return
  const examples = [...best].map(([name, { example }]) => [name, example])
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(Object.fromEntries(examples)))
})
