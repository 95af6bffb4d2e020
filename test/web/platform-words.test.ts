import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { copyRefusal, wordsOf } from '../../web/src/pages/campaigns/platform-words.ts'

for (const { name, title, verbs } of builtIn.all) {
  test(`the dashboard offers on ${name} what can be done there`, () => {
    const words = wordsOf(name)
    assert.ok(title.startsWith(words.name), `${words.name} is not ${title}`)
    assert.equal(words.hasChanges ?? false, verbs.includes('listChanges'), 'changes')
    assert.equal(words.hasComments ?? false, verbs.includes('comments'), 'comments')
    assert.equal(copyRefusal(name, 'campaign') === null, verbs.includes('duplicate'), 'copies')
  })
}
