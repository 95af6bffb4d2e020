import type { Plant } from '../support/plant.ts'

interface Mistake {
  changes: Omit<Plant, 'name'>[]
  /** What must be said of it. */
  found: RegExp
}

const renamed = { find: 'created_by_key: keyIdOf(actor)', replace: 'made_by_key: keyIdOf(actor)' }

/** What somebody could have done to this version (`npm run upgrade-test -- --plant NAME`): it must be found. */
export const mistakes: Record<string, Mistake> = {
  'renamed-column': {
    changes: [
      {
        file: 'db/migrations.ts',
        find: "const text = readFileSync(join(from, name), 'utf8')",
        replace: `const last = names.findLast((each) => !isIndex({ name: each }))
      const more = name === last ? ';ALTER TABLE batches RENAME COLUMN created_by_key TO made_by_key' : ''
      const text = readFileSync(join(from, name), 'utf8') + more`,
      },
      { file: 'core/launch/batch/create-batch.ts', ...renamed },
      { file: 'core/launch/batch/drafts.ts', ...renamed },
    ],
    found: /^POST \S+\/v1\/launch: 500 /,
  },
  'sent-without-a-look': {
    changes: [
      {
        file: 'core/journal/after-restore.ts',
        find: 'for (const statement of statements) await',
        replace: 'for (const statement of statements.slice(0, 1)) await',
      },
    ],
    found: /^Open: [1-9]\d* doubled/,
  },
  'not-asked-about': {
    changes: [
      {
        file: 'core/restored.ts',
        find: "!restored?.resumedAt || said === 'new'",
        replace: "!restored?.resumedAt || said !== 'old'",
      },
    ],
    found: /^Lost: it is not asked about/,
  },
}

export const plants: Plant[] = Object.entries(mistakes).flatMap(([name, { changes }]) =>
  changes.map((change) => ({ name, ...change })),
)
