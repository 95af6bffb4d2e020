import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import texts from '../../../eslint.texts.js'
import rules from '../../../eslint.web.js'

/** `npm run check` refuses ways around the dashboard's data layer; here one of each is planted. */
const root = join(import.meta.dirname, '..', '..', '..')
const parser = { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser: tseslint.parser } }
const inTexts = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [parser, ...texts] as never })
const linter = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [parser, ...rules] as never,
})

async function refusals(file: string, text: string, by = linter): Promise<number> {
  const [result] = await by.lintText(`${text}\nexport {}\n`, { filePath: join(root, 'web/src', file) })
  return result!.errorCount
}

for (const from of ['@tanstack/react-query', '../../data/client/flightdeck.ts', '../../data/client/query-client.ts']) {
  test(`only the files of nouns use ${from}`, async () => {
    const text = `import { x } from '${from}'\nx()`
    for (const file of [
      'pages/home/planted.tsx',
      'pages/home/planted.ts',
      'ui/planted.tsx',
      'app/planted.ts',
      'planted.tsx',
    ])
      assert.equal(await refusals(file, text), 1, file)
    assert.equal(await refusals('data/planted.ts', text.replace('../../data/', './')), 0)
  })
}

test('a page uses the files of nouns', async () => {
  assert.equal(await refusals('pages/home/planted.tsx', `import { x } from '../../data/launch/batches.ts'\nx()`), 0)
})

test('nothing of the dashboard knows the service', async () => {
  for (const file of ['pages/home/planted.ts', 'data/planted.ts'])
    assert.equal(await refusals(file, `import { x } from '../../../../src/errors.ts'\nx()`), 1, file)
})

test('an address is read by its page, with its types', async () => {
  for (const text of [
    'const s = useSearch({ strict: false })',
    'const { id } = useParams({ strict: false })',
    'void navigate({ to, search: { page: 2 } as never })',
  ]) {
    assert.equal(await refusals('pages/home/planted.tsx', text), 1, text)
    assert.equal(await refusals('data/planted.ts', text), 1, text)
  }
  assert.equal(await refusals('pages/home/planted.tsx', `const s = useSearch({ from: '/batches' })`), 0)
})

test('a page leaves it to Answer to say what is on its way', async () => {
  assert.equal(await refusals('pages/home/planted.tsx', 'const a = <Loading what="it" />'), 1)
  assert.equal(await refusals('pages/home/planted.tsx', 'const a = <Answer of={it} what="it">{show}</Answer>'), 0)
})

test('lists and days are chosen in pickers of ours, nowhere in the browser’s own', async () => {
  for (const file of ['pages/home/planted.tsx', 'ui/planted.tsx', 'planted.tsx'])
    for (const type of ['date', 'datetime-local', 'time', 'month', 'week'])
      assert.equal(await refusals(file, `const a = <TextField label="Day" type="${type}" />`), 1, `${file} ${type}`)
  for (const file of ['ui/planted.tsx', 'pages/home/planted.tsx'])
    assert.equal(await refusals(file, 'const a = <select></select>'), 1, file)
  assert.equal(await refusals('pages/home/planted.tsx', 'const a = <TextField label="Name" type="search" />'), 0)
})

test('what people read goes through t', async () => {
  for (const text of [
    'const a = <p>Nothing runs.</p>',
    'const a = <p>{runs ? "it runs" : null}</p>',
    'const a = <Button title="Pause it" />',
    'const a = <Button aria-label={`Pause ${name}`} />',
    "const a = [{ head: 'Name', cell }]",
    "say('It is paused.')",
    "const refusal = 'Nothing of it was read.'",
    "const rule = { then: [{ action: t('pause') }] }",
  ])
    assert.equal(await refusals('pages/home/planted.tsx', text, inTexts), 1, text)
  for (const text of [
    "const a = <p title={t('Name')}>{t('Nothing runs.')} · {name}</p>",
    "const a = rich('See <link>the batch</link>.', { link: (inner) => <a title={t('Open')}>{inner}</a> })",
    "const tones = { done: 'good' }",
    "const rule = { then: [{ action: 'pause' }] }",
    "const need = { action: t('Mend') }",
    '<p>Flightdeck</p>',
  ])
    assert.equal(await refusals('pages/home/planted.tsx', text, inTexts), 0, text)
})

test('npm run check lints with these rules', async () => {
  const whole = new ESLint({ cwd: root })
  const config = (await whole.calculateConfigForFile(join(root, 'web/src/pages/planted.tsx'))) as {
    rules: Record<string, [number, ...unknown[]]>
  }
  assert.match(JSON.stringify(config.rules['no-restricted-imports']), /react-query/)
  assert.match(JSON.stringify(config.rules['no-restricted-syntax']), /strict.*Never.*Loading/)
  assert.ok(config.rules['texts/spoken'])
})
