import { globSync } from 'node:fs'
import { fillIn, inserted, read, refuseTaken, Refused } from './draft.ts'
import type { Draft } from './draft.ts'
import { kebabCase, refuseMisnamed, snakeCase, wordsOf } from './words.ts'

const folder = 'src/core/events/catalogue'
const nouns = 'web/src/data/nouns.ts'

/** A kind of event in one of the catalogue's pages. */
export function newEvent(root: string, name: string, section = 'service'): Draft {
  refuseMisnamed(name, {
    what: 'An event',
    pattern: /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/,
    form: 'two parts in snake_case, what it is about and what happened, such as report.sent',
    suggest: (given) =>
      given
        .split('.')
        .map((part) => snakeCase(wordsOf(part)))
        .join('.'),
  })
  const pages = globSync('*.ts', { cwd: `${root}/${folder}` }).map((page) => page.replace(/\.ts$/, ''))
  if (!pages.includes(section))
    throw new Refused(`There is no ${folder}/${section}.ts. Choose from ${pages.sort().join(', ')}.`)
  const known = pages.find((page) => read(root, `${folder}/${page}.ts`).includes(`name: '${name}'`))
  if (known) throw new Refused(`${folder}/${known}.ts has ${name} already. Choose another name, or change that one.`)
  const page = `${folder}/${section}.ts`
  const test = `test/events/${kebabCase(wordsOf(name))}.test.ts`
  refuseTaken(root, [test])
  const place = { path: page, after: 'Events = [', before: '] as const' }
  return {
    files: {
      [page]: inserted(read(root, page), declaration(name), place),
      [test]: testFile(name),
      ...withFamily(read(root, nouns), name),
    },
    next: [
      `Say in ${page} when it is written, what it says and who sees it.`,
      'Write it with recordEvent(trx, company, ...) in the transaction that makes it true, and have the test do that.',
      `Say in ${nouns} what of the dashboard it makes old, where its first word is new.`,
      'npm run client',
      `npm test -- ${test} events/catalogue`,
    ],
  }
}

/** The first word of a name that has no events yet: what of the dashboard they make old is to be said. */
function withFamily(text: string, name: string): Record<string, string> {
  const [family = ''] = name.split('.')
  if (new RegExp(`^  ${family}: \\[`, 'm').test(text)) return {}
  const place = { path: nouns, after: 'const aged: Record<Family, readonly Noun[]> = {', before: '\n}' }
  return { [nouns]: inserted(text, `${family}: [],`, place) }
}

function declaration(name: string): string {
  return `eventKind({
    name: '${name}',
    seenBy: 'whole',
    description: '${fillIn} when it is written, in a sentence.',
    data: z.object({ name: z.string().meta({ description: '${fillIn} what this is.' }) }),
    example: { name: 'Spring sale' },
  }),`
}

function testFile(name: string): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyEvent } from '../../src/core/events/present.ts'
import { recordEvent } from '../../src/core/events/record.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services

test('${name} is told to whoever reads the events of the company', async () => {
  const { companyId, key } = await app.stranger()
  const event = { type: '${name}', data: { name: 'Spring sale' } } as const
  await db.transaction().execute((trx) => recordEvent(trx, { id: companyId }, event))
  const { body } = await app.call<{ data: CompanyEvent[] }>('GET', '/v1/events?type=${name}', { key })
  assert.deepEqual(
    body.data.map(({ type, data }) => ({ type, data })),
    [event],
  )
})
`
}
