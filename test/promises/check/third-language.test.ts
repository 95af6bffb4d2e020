import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Texts } from '../../../web/src/languages/catalogue.ts'
import { catalogueOf } from '../../support/web/catalogue.ts'
import { textsSaid } from '../../support/web/texts.ts'

const german = await catalogueOf('de')
const root = join(import.meta.dirname, '..', '..', '..')

interface Told {
  language: string
  lang: string
  codes: string
  says: string[]
}

/** English as no one speaks it: longer, with marks on its letters, and with places and elements as they are. */
const marked = (text: string) =>
  text
    .replace(/##.*/s, '')
    .split(/(\{\w+\}|<\/?\w+>)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[aeiou]/g, (letter) => `${letter}\u0301`) : part))
    .join('')

function pseudoTexts(): Texts {
  return Object.fromEntries(
    textsSaid().flatMap(({ text, one }) =>
      text ? [[text, one === undefined ? marked(text) : { one: marked(one), other: marked(text) }]] : [],
    ),
  )
}

/** The dashboard's sources with one more file, and its place in the list. */
function withLanguage(t: { after: (then: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'flightdeck-language-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['web/src', 'client/src', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'web/node_modules'), join(folder, 'web/node_modules'))
  const words = Object.fromEntries(Object.keys(german.words).map((word) => [word, marked(word)]))
  const codes = Object.fromEntries(Object.keys(german.codes).map((code) => [code, marked(code)]))
  writeFileSync(
    join(folder, 'web/src/languages/fr.ts'),
    `export default ${JSON.stringify({ texts: pseudoTexts(), words, codes })}\n`,
  )
  const list = join(folder, 'web/src/languages/catalogues.ts')
  const source = readFileSync(list, 'utf8').replace(/\n\}\s*$/, "\n  fr: () => import('./fr.ts'),\n}\n")
  writeFileSync(list, source)
  return folder
}

/** What the dashboard says to somebody whose browser reads French. */
const asks = `
  globalThis.document = { documentElement: { lang: '' } }
  Object.defineProperty(globalThis, 'navigator', { value: { language: 'fr-CA', languages: ['fr-CA', 'en'] } })
  const { t, stateWord } = await import('./web/src/languages/t.ts')
  const { language, catalogue } = await import('./web/src/languages/current.ts')
  const { headOf } = await import('./web/src/pages/launch/sheet/columns.ts')
  const { metricTitle } = await import('./web/src/data/metric-title.ts')
  const { sentenceOf } = await import('./web/src/pages/automations/words/sentence.ts')
  const says = [
    t('Request {requestId}', { requestId: 'X' }), stateWord('gone_already'), headOf('ad set'), metricTitle('hookRate'),
    sentenceOf({ scope: { level: 'ad' }, then: [{ action: 'pause' }] }),
  ]
  console.log(JSON.stringify({ language, lang: document.documentElement.lang, codes: catalogue.codes.not_found, says }))
`

test('another language is one file and its place in the list', (t) => {
  const folder = withLanguage(t)
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', asks], { cwd: folder, encoding: 'utf8' })
  assert.equal(ran.status, 0, ran.stderr)
  const { language, lang, codes, says } = JSON.parse(ran.stdout) as Told
  assert.deepEqual([language, lang, codes], ['fr', 'fr', marked('not_found')])
  assert.equal(says[0], `${marked('Request ')}X`)
  assert.deepEqual(says.slice(1, 4), ['gone already', 'Ad set', 'Hook rate'].map(marked))
  // A vowel without its mark was never in a catalogue.
  assert.doesNotMatch((says[4] ?? '').replaceAll('UTC', ''), /[aeiou](?!\u0301)/)
})
