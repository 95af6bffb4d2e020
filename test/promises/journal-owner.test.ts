import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** What only core/journal/ says: whoever else wants to know or change it asks there. */
const owned: { what: string; pattern: RegExp }[] = [
  {
    what: 'a table of the journal in SQL',
    pattern: /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|TRUNCATE)\s+"?(?:journal|lanes)\b/g,
  },
  {
    what: 'a table of the journal in Kysely',
    pattern:
      /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin|using|from)\(\s*['"`](?:journal|lanes)\b/g,
  },
  {
    what: 'a change of an item',
    pattern: /\bUPDATE\s+"?batch_items\b|\bupdateTable\(\s*['"`]batch_items\b/g,
  },
  { what: 'the states of open items', pattern: /'waiting',\s*'running',\s*'unsure'/g },
]

function breachesIn(file: string, text: string): string[] {
  return owned.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length} ${what}`),
  )
}

test('nobody but core/journal/ speaks the SQL of the journal, changes an item, or lists the states of open ones', () => {
  const root = join(import.meta.dirname, '..', '..', 'src')
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !file.startsWith('core/journal/') && !file.endsWith('.test.ts'),
  )
  assert.ok(files.length > 100)
  const breaches = files.flatMap((file) => breachesIn(file, readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(breaches, [])
})

/** Who may use what of the rows of writes: anybody else could write without an intent, or close what is not theirs. */
const users: Record<string, string[]> = {
  makeOnce: ['core/writes/caller-write.ts', 'core/writes/make-once.ts', 'core/launch/engine/lane-write.ts'],
  callerEntry: ['core/journal/caller-entry.ts', 'core/writes/caller-write.ts'],
  writeEntry: ['core/journal/item-entry.ts', 'core/journal/write/entry.ts'],
}

test('every write goes by the one protocol: two makers call it, and nobody else touches the rows of writes', () => {
  const root = join(import.meta.dirname, '..', '..', 'src')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  for (const [name, wanted] of Object.entries(users)) {
    const found = texts.filter(
      ({ text }) => new RegExp(`\\b${name}\\(`).test(text) || text.includes(`function ${name}<`),
    )
    assert.deepEqual(found.map(({ file }) => file).sort(), wanted.sort(), name)
  }
  const makers = ['core/launch/engine/lane-write.ts', 'core/writes/caller-write.ts', 'core/writes/make-once.ts']
  const closers = texts
    .filter(({ text }) => /\.(?:closeNotDone|noteLost|takeBack)\(/.test(text))
    .map(({ file }) => file)
  // The lane's maker takes back an intent for which there was no place; the caller's says so where a close came too late.
  assert.deepEqual(closers.sort(), makers)
  const senders = texts.filter(({ file, text }) => file.startsWith('core/') && /\.send\(/.test(text))
  assert.deepEqual(senders.map(({ file }) => file).sort(), ['core/duplicate/copy-writer.ts', ...makers])
})

const planted: Record<string, string[]> = {
  'a table of the journal in SQL': [
    'sql`SELECT 1 FROM journal WHERE id = 1`',
    'sql`\n  SELECT fence\n  FROM\n    lanes AS lane`',
    'sql`INSERT INTO journal AS mine (id) VALUES (1)`',
    'sql`UPDATE lanes SET owner = NULL`',
    'sql`DELETE FROM "journal"`',
    'sql`SELECT 1 FROM batches JOIN journal ON true`',
  ],
  'a table of the journal in Kysely': [
    "db.selectFrom('journal').selectAll()",
    "db\n  .updateTable('lanes')\n  .set({ owner: null })",
    "db.insertInto('journal').values(row)",
    "db.selectFrom('batches').innerJoin('journal as mine', 'mine.item_id', 'batches.id')",
    "db.deleteFrom(\n  'lanes',\n)",
  ],
  'a change of an item': [
    'sql`UPDATE batch_items SET step = NULL`',
    "trx.updateTable('batch_items').set({ step: null })",
  ],
  'the states of open items': ["where('state', 'in', ['waiting', 'running', 'unsure'])"],
}

for (const [what, samples] of Object.entries(planted)) {
  test(`${what} would be found, and its line named`, () => {
    for (const sample of samples) {
      const [breach, ...others] = breachesIn('core/planted.ts', `\n\nconst planted = ${sample}\n`)
      assert.match(breach ?? '', new RegExp(`^core/planted\\.ts:\\d+ ${what}$`), sample)
      assert.deepEqual(others, [])
    }
    const harmless =
      "import { takeLane } from '../journal/lanes.ts'\n// What comes from lanes is in the journal.\nconst lanes = new Map()\n"
    assert.deepEqual(breachesIn('core/planted.ts', harmless), [])
  })
}
