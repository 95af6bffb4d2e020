import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { allAddresses } from '../support/web/addresses.ts'
import { walkedOf, walker } from '../support/web/walk/walk.ts'
import { wordsForPrograms } from '../support/web/walk/words.ts'

const test = await browserTests({}, { minutes: 15 })
const walk = walker({ read: wordsForPrograms, look: axe })

for (const path of walkedOf(allAddresses()))
  test(`${path} and its dialogs say nothing that is for programs, and everybody can use them`, (stage) =>
    walk(stage, path))

test('what is for programs is found wherever it stands', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.setContent(`
    <p>GET /v1/ads</p><p>at 2026-11-19T08:30:00Z</p><p title='{"a": 1}'>x</p><input placeholder="ads.0.link">
    <p>has no <b>sco</b>pe</p><p>Harbor · primary</p><p hidden>GET /v1/ads</p><p data-for-programs>GET /v1/ads</p>
    <p>version v25.1, e.g. 3.5 of file.png</p>`)
  assert.deepEqual(
    (await wordsForPrograms(page)).map((found) => found.replace(/:.*/, '')),
    [
      ...['the address of an operation', 'a time of a machine', 'raw JSON', 'the path of a field', 'a scope'],
      'our word of a platform',
    ],
  )
})
