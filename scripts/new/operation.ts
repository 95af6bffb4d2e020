import { globSync } from 'node:fs'
import { fillIn, inserted, read, refuseTaken, Refused, withImport } from './draft.ts'
import type { Draft } from './draft.ts'
import { camelCase, importPath, kebabCase, refuseMisnamed, snakeCase, wordsOf } from './words.ts'

/** The contents pages, and what the documents call what is in them. */
const sections: Record<string, string> = {
  accounts: 'Accounts and people',
  automations: 'Automation',
  launching: 'Launching',
  library: 'Media and library',
  managing: 'Primary platform',
  people: 'People',
  reporting: 'Reporting',
  research: 'Research',
  safety: 'Safety',
  webhooks: 'Events and safety',
}

/** One that reads, at the address `/v1/<name>`. */
export function newOperation(root: string, name: string, section = 'accounts'): Draft {
  refuseMisnamed(name, {
    what: 'An operation',
    pattern: /^(?!v1\/)[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/,
    form: 'the words of its address after /v1/, in kebab-case, such as reports/saved-views',
    suggest: (given) =>
      given
        .replace(/^\/?v1\//, '')
        .split('/')
        .map((part) => kebabCase(wordsOf(part)))
        .join('/'),
  })
  if (!Object.hasOwn(sections, section))
    throw new Refused(`There is no section "${section}". Choose from ${Object.keys(sections).join(', ')}.`)
  const words = ['get', ...wordsOf(name)]
  const file = `src/api/v1/${name}.ts`
  const test = `src/api/v1/${name}.test.ts`
  const contents = `src/api/contents/${section}.ts`
  refuseTaken(root, [file, test, `src/api/v1/${name}/index.ts`])
  refuseKnown(root, { address: `/v1/${name}`, operation: snakeCase(words) })
  return {
    files: {
      [file]: operationFile({ file, name, words, section }),
      [test]: testFile({ test, name }),
      [contents]: withOperation(read(root, contents), { contents, file, constant: camelCase(words) }),
    },
    next: [
      `Say what it takes, does and answers in ${file}; what it does is core's. Then the same in ${test}.`,
      'npm run client',
      `npm test -- --record ${name} every-operation documents/operations documents/examples`,
    ],
  }
}

function refuseKnown(root: string, { address, operation }: { address: string; operation: string }): void {
  for (const path of globSync('src/api/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const text = read(root, path)
    if (text.includes(`path: '${address}'`))
      throw new Refused(`${address} is answered by ${path}. Choose another address.`)
    if (text.includes(`name: '${operation}'`))
      throw new Refused(`${path} has an operation ${operation} already. Choose another address.`)
  }
}

function withOperation(
  text: string,
  { contents, file, constant }: Record<'contents' | 'file' | 'constant', string>,
): string {
  const listed = inserted(text, constant, { path: contents, after: 'Operation[] = [', before: ']' })
  return withImport(listed, `import { ${constant} } from '${importPath(contents, file)}'`)
}

interface Wanted {
  file: string
  name: string
  words: string[]
  section: string
}

function operationFile({ file, name, words, section }: Wanted): string {
  return `import { z } from 'zod'
import { operation } from '${importPath(file, 'src/call/operation.ts')}'

export const ${camelCase(words)} = operation({
  name: '${snakeCase(words)}',
  rest: { method: 'GET', path: '/v1/${name}' },
  section: '${sections[section]}',
  summary: '${fillIn} what it answers, in a sentence.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ text: z.string().min(1).max(200).meta({ description: '${fillIn} what this is.' }) }),
  example: { text: 'hello' },
  reply: z.object({ text: z.string().meta({ description: '${fillIn} what this is.' }) }),
  // ${fillIn} what it does is a function of core that takes (deps, call, input).
  handle: (_deps, _call, { text }) => Promise.resolve({ text }),
})
`
}

function testFile({ test, name }: { test: string; name: string }): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '${importPath(test, 'test/support/harness.ts')}'

const app = await startTestApp()

interface Refusal {
  error: { details: { issues: { path: string }[] } }
}

test('GET /v1/${name} answers what it was asked', async () => {
  const { status, body } = await app.call<{ text: string }>('GET', '/v1/${name}?text=hello')
  assert.equal(status, 200)
  assert.equal(body.text, 'hello')
})

test('GET /v1/${name} names the field that is missing', async () => {
  const { status, body } = await app.call<Refusal>('GET', '/v1/${name}')
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details.issues.map(({ path }) => path),
    ['text'],
  )
})
`
}
