import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/web/built.ts'

/** Pages that take texts and write, and why they are no forms of one operation. */
const others: Record<string, string> = {
  'web/src/pages/approvals/waiting.tsx': 'one comment for two operations, approve and refuse',
  'web/src/pages/automations/list/stop-bar.tsx': 'a line that one of two operations takes',
  'web/src/pages/campaigns/budget-panel.tsx': 'one amount for three operations, by platform and level',
  'web/src/pages/campaigns/comment-card.tsx': 'what was typed is kept in the browser, so that it outlives a reload',
  'web/src/pages/campaigns/duplicate.tsx': 'one wish for three operations, by level',
  'web/src/pages/campaigns/search/add-words.tsx': 'a line for each of many words, for two operations',
  'web/src/pages/campaigns/search/terms.tsx': 'an amount that a list is narrowed to',
  'web/src/pages/connections/connect.tsx': 'fields are those that the platform names',
  'web/src/pages/connections/paste.tsx': 'a file as it was pasted, read here before it is sent',
  'web/src/pages/creatives/graduate.tsx': 'a wish that is asked about while it is made',
  'web/src/pages/launch/dialogs/defaults-dialog.tsx':
    'its fields are columns of the sheet, and only those that changed are sent',
  'web/src/pages/library/media-detail.tsx': 'what was typed is kept in the browser, so that it outlives a reload',
  'web/src/pages/library/page-reader.tsx': 'what was typed is kept in the browser, so that it outlives a reload',
  'web/src/pages/library/research-detail.tsx': 'a board that is made or chosen, two operations',
  'web/src/pages/library/selection-bar.tsx': 'one word that is added to the tags of many files',
  'web/src/pages/library/texts/texts.tsx': 'a word that the list is narrowed to',
  'web/src/pages/running/rules/rule-dialog.tsx': 'a rule, which has a builder of its own',
  'web/src/pages/settings/currency.tsx': 'three letters, made capital while they are typed',
  'web/src/pages/settings/passkeys.tsx': 'the browser makes what is sent',
}

test('what is written in a form of the dashboard is typed by the operation that it is sent to', () => {
  const untyped = globSync('web/src/pages/**/*.tsx', { cwd: root }).filter((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return /<(TextField|TextArea)\b/.test(source) && /\buseWrite\(/.test(source) && !/\buseForm\(/.test(source)
  })
  assert.deepEqual(untyped.toSorted(), Object.keys(others).toSorted())
})
