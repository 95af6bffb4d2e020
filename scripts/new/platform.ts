import { globSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fillIn, inserted, read, refuseTaken, withImport } from './draft.ts'
import type { Draft } from './draft.ts'
import { camelCase, importPath, kebabCase, pascalCase, refuseMisnamed, sentenceCase, wordsOf } from './words.ts'

/** The smallest platform there can be, which a test launches on: a new one begins as its copy, under its own names. */
const example = 'test/fixtures/eighth'
const registry = 'src/platforms/index.ts'
const factories = 'sandbox/simulators.ts'
const structure = 'test/support/platforms/structure.ts'

export function newPlatform(root: string, name: string): Draft {
  refuseMisnamed(name, {
    what: 'A platform',
    pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    form: 'kebab-case, such as corner-radio',
    suggest: (given) => kebabCase(wordsOf(given)),
  })
  const [driver, simulator] = [`src/platforms/${name}`, `sandbox/${name}`]
  const [test, document] = [`test/platforms/${name}.test.ts`, `docs/platforms/${name}.md`]
  refuseTaken(root, [driver, simulator, test, document, `test/wire/${name}`])
  return {
    files: {
      ...copied(root, { from: `${example}/driver`, to: driver }, name),
      ...copied(root, { from: `${example}/simulator`, to: simulator }, name),
      ...listed(root, name),
      [test]: testFile(name),
      [document]: documentFile(name),
    },
    next: [
      `Say in ${driver}/ how the platform is spoken to, in ${simulator}/ how it answers, and in ${document} what is odd about it.`,
      `npm run client`,
      `npm test -- ${test}`,
      `Describe what it is asked in test/wire/${name}/, from its own documents (CONTRIBUTING.md, Add a platform, 6).`,
      'npm test -- platforms/structure says what guards need of it (7).',
      'npm test -- check/skeletons names the files that every driver and simulator has (1).',
    ],
  }
}

/** A folder of the example, with the platform's names and with imports that lead where they led. */
function copied(root: string, { from, to }: { from: string; to: string }, name: string): Record<string, string> {
  const files = globSync('**/*.ts', { cwd: join(root, from) }).sort()
  return Object.fromEntries(
    files.map((file) => {
      const [old, now] = [`${from}/${file}`, `${to}/${file}`]
      const text = read(root, old).replace(/from '(\..+)'/g, (_, path: string) => {
        const target = posix.join(posix.dirname(old), path)
        return `from '${target.startsWith(`${from}/`) ? path : importPath(now, target)}'`
      })
      const note =
        file === 'index.ts' || file === 'simulator.ts'
          ? `// ${fillIn} this still hangs posters, as ${example}/ does.\n`
          : ''
      return [now, note + renamed(text, name)]
    }),
  )
}

function renamed(text: string, name: string): string {
  const words = wordsOf(name)
  return text
    .replace(/aliases: \['out-of-home'\]/, 'aliases: []')
    .replace(/\bconst billboards\b/, `const ${camelCase(words)}`)
    .replace(/\bbillboardsLook\b/g, `${camelCase(words)}Look`)
    .replace(/\bcreateBillboardsSimulator\b/g, `create${pascalCase(words)}Simulator`)
    .replace(/\bdayPart\b/g, `${camelCase(words)}DayPart`)
    .replaceAll('billboards', name)
    .replaceAll('Billboards', sentenceCase(words))
}

function listed(root: string, name: string): Record<string, string> {
  const words = wordsOf(name)
  const [driver, factory] = [camelCase(words), `create${pascalCase(words)}Simulator`]
  const simulator = `sandbox/${name}/simulator.ts`
  const importing = (path: string, what: string, file: string, text: string) =>
    withImport(text, `import { ${what} } from '${importPath(path, file)}'`)
  const put = (path: string, entry: string, after: string, before: string) =>
    inserted(read(root, path), entry, { path, after, before })
  const drivers = put(registry, driver, 'createPlatforms([', '])')
  const simulators = put(factories, factory, 'SimulatorFactory[] = [', ']')
  const structures = put(structure, `'${name}': ${factory}`, 'simulators: Record<string, SimulatorFactory> = {', '}')
  return {
    [registry]: importing(registry, driver, `src/platforms/${name}/index.ts`, drivers),
    [factories]: importing(factories, factory, simulator, simulators),
    [structure]: importing(structure, factory, simulator, structures),
  }
}

function testFile(name: string): string {
  const field = `${camelCase(wordsOf(name))}DayPart`
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })

interface Listed {
  data: { id: string; value: string }[]
}

const [account] = (await app.call<Listed>('GET', '/v1/adaccounts?platform=${name}')).body.data
const [adSet] = (await app.call<Listed>('GET', \`/v1/adsets?accountId=\${account!.id}\`)).body.data

async function launch(adName: string, more: object = {}) {
  const ad = {
    ...{ adName, adAccountId: account!.id, adSets: [adSet!.value], title: 'We open on Monday', ${field}: 'evening' },
    media: [{ url: \`\${app.sandboxUrl}/_assets/square.png\` }],
    ...more,
  }
  return app.call<{ adBatchId: number; error: { message: string } }>('POST', '/v1/launch', { body: { ads: [ad] } })
}

async function existing(adName: string): Promise<number> {
  const { ads } = await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=${name}')
  return ads.filter(({ name }) => name === adName).length
}

test('an ad is launched, and its receipt has no differences', async () => {
  const { status, body } = await launch('Opening')
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  assert.equal(await existing('Opening'), 1)
  const receipts = await app.call<{ data: { differences: object[] }[] }>('GET', \`/v1/batches/\${body.adBatchId}/receipts\`)
  assert.deepEqual(
    receipts.body.data.map(({ differences }) => differences),
    [[]],
  )
})

test('an ad whose answer was lost is found again, and exists once', async () => {
  const match = { method: 'POST', path: '/1/accounts/*/posters' }
  await app.control('POST', 'faults', { platform: '${name}', match, fault: 'drop-after', times: 1 })
  const { body } = await launch('Once')
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  assert.equal(await existing('Once'), 1)
})

test('what the platform would refuse is refused by name, before any call', async () => {
  const { status, body } = await launch('Refused', { ${field}: undefined })
  assert.equal(status, 422)
  assert.match(body.error.message, /^ads\\.0\\.${field}: is required/)
})
`
}

function documentFile(name: string): string {
  return `# ${sentenceCase(wordsOf(name))} (\`${name}\`)

${fillIn} its interface, version and address. Driver: \`src/platforms/${name}/\`, simulator: \`sandbox/${name}/\`.

## How our words map

| here | there |
|---|---|
| ad set | ${fillIn} its word for where ads are |
| ad | ${fillIn} its word for an ad |

## Odd behaviours, and what we do about them

- ${fillIn} what is unlike other platforms.

## Not confirmed

- ${fillIn} what no account has shown yet.
`
}
