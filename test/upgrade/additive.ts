import type { Migration } from '../../src/db/migrations.ts'
import { isIndex } from '../../src/db/migrations.ts'

interface Rule {
  breaks: RegExp
  why: string
}

/** What the version before still uses must be there, and mean the same. */
const removals: Rule = {
  breaks:
    /\bDROP (?:TABLE|COLUMN|VIEW|FUNCTION|TYPE|SCHEMA|CONSTRAINT)\b|\bRENAME\b|\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b|\bTRUNCATE\b/i,
  why: 'the version before may still use what it takes away: say in a line "-- Unused since X" which release stopped to',
}

/** Of tables that were there before. */
const ofOldTables: Rule[] = [
  {
    breaks:
      /\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT)\w+(?=[^,;]*\bNOT NULL\b)(?![^,;]*\b(?:DEFAULT|GENERATED)\b)/i,
    why: 'the version before writes rows without the new column: give it a DEFAULT',
  },
  {
    breaks: /\bSET NOT NULL\b/i,
    why: 'the version before may write rows without it, and every row is read under a lock',
  },
  {
    breaks: /\bADD CONSTRAINT\b(?![^;]*\bNOT VALID\b)/i,
    why: 'every row is read under a lock: add it NOT VALID, and validate it in the next migration',
  },
  {
    breaks: /^\s*CREATE (?:UNIQUE )?INDEX\b/i,
    why: 'nobody writes while it is made: one CREATE INDEX CONCURRENTLY IF NOT EXISTS in a file named .index.sql',
  },
  {
    breaks: /^\s*(?:UPDATE|DELETE FROM)\b/i,
    why: 'it holds every row of a large table: change them in steps, by a job',
  },
]

const oneIndex =
  /^\s*(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) \w+[^;]*;?\s*$/

/** Why the version before could not go on beside it, or would be held up; empty: it could. `release`: the last one. */
export function problemsOf({ name, text }: Pick<Migration, 'name' | 'text'>, release: string): string[] {
  // What a function says is said when it is called, not by the migration.
  const statements = text.replaceAll(/--.*$/gm, '').replaceAll(/(\bFUNCTION\b[^;]*?)\$\$.*?\$\$/gs, '$1')
  if (isIndex({ name }))
    return oneIndex.test(statements) ? [] : [`${name}: an index file is one CREATE or DROP INDEX CONCURRENTLY, with IF`]
  const created = new Set(
    [...statements.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map((match) => match[1]!),
  )
  const unusedSince = /^-- Unused since (\d+\.\d+\.\d+)\b/m.exec(text)?.[1]
  const mayRemove = unusedSince !== undefined && inOrder(unusedSince, release)
  return statements.split(';').flatMap((statement) => {
    const isOfNew = created.has(tableOf(statement) ?? '')
    const rules = [...(mayRemove ? [] : [removals]), ...(isOfNew ? [] : ofOldTables)]
    return rules
      .filter(({ breaks }) => breaks.test(statement))
      .map(({ why }) => `${name}: ${statement.trim().split('\n')[0]}: ${why}`)
  })
}

function tableOf(statement: string): string | undefined {
  return /\b(?:ALTER TABLE|ON|UPDATE|DELETE FROM|CREATE TABLE)\s+(?:IF NOT EXISTS\s+|ONLY\s+)?(\w+)/i.exec(
    statement,
  )?.[1]
}

function inOrder(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) <= 0
}
