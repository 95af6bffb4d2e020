import assert from 'node:assert/strict'
import { browserTests } from '../support/browser/stage.ts'
import { allAddresses } from '../support/web/addresses.ts'
import { englishLeft, heedNames } from '../support/web/walk/english.ts'
import { walkedOf, walker } from '../support/web/walk/walk.ts'

const test = await browserTests({}, { minutes: 15 })
const walk = walker({ browser: { locale: 'de-DE' }, read: englishLeft, meet: heedNames })

for (const path of walkedOf(allAddresses()))
  test(`${path} and its dialogs are in German, but for what others say in English`, (stage) => walk(stage, path))

test('English is found on a German page: a text of ours, one with something in it, and a sentence of the service', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  await page.setContent(`
    <button title="Keep as it is">Status</button><h1>Resume Summer …</h1><p>Ads are read every hour; check the ids.</p>
    <p lang="en">Keep as it is</p><p>Anzeigen werden jede Stunde gelesen.</p><p>Spring sale | US</p>`)
  assert.deepEqual(await englishLeft(page), [
    'a text of ours: Resume Summer …',
    'English: Ads are read every hour; check the ids.',
    'a text of ours: Keep as it is',
  ])
})
