import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorStatus } from '../../../src/errors.ts'
import { catalogues } from '../../../web/src/languages/catalogues.ts'
import { catalogueOf } from '../../support/web/catalogue.ts'
import { saidIn, shapeOf, textsSaid } from '../../support/web/texts.ts'

const said = textsSaid()
const inEnglish = new Set(said.map(({ text }) => text ?? ''))

test('every text of the dashboard stands where it is said, as it is', () => {
  const computed = [...said, ...saidIn('planted.ts', 't(word)')].filter(({ text }) => text === null)
  assert.deepEqual(computed, [{ file: 'planted.ts', line: 1, text: null }])
})

for (const language of Object.keys(catalogues)) {
  const loaded = catalogueOf(language)

  test(`every text is in the catalogue of ${language}`, async () => {
    const { texts } = await loaded
    const missing = said.filter(({ text }) => text && !Object.hasOwn(texts, text))
    assert.deepEqual(
      missing.map(({ file, line, text }) => `${file}:${line} ${text}`),
      [],
    )
  })

  test(`no text is left over in the catalogue of ${language}`, async () => {
    assert.deepEqual(
      Object.keys((await loaded).texts).filter((text) => !inEnglish.has(text)),
      [],
    )
  })

  test(`translations into ${language} keep places, tags and the spaces around them`, async () => {
    const counted = new Set(said.filter(({ one }) => one !== undefined).map(({ text }) => text))
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [text, translation] of Object.entries((await loaded).texts)) {
      if (typeof translation === 'string') assert.equal(shapeOf(translation), shapeOf(text.replace(/##.*/, '')), text)
      else {
        assert.ok(counted.has(text), `${text} has no number that decides`)
        assert.deepEqual(Object.keys(translation).toSorted(), needed.toSorted(), text)
        assert.equal(shapeOf(translation.other ?? ''), shapeOf(text), text)
      }
    }
  })

  test(`every error code has a sentence in ${language}`, async () => {
    assert.deepEqual(Object.keys((await loaded).codes).toSorted(), Object.keys(errorStatus).toSorted())
  })
}
