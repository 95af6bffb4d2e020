import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Release {
  version: string
  /** Where it stands in the history of this project. */
  commit: string
  lastMigration: string
}

/** The last release: what runs beside this version while it is put in its place. */
export const release = JSON.parse(readFileSync(join(import.meta.dirname, 'release.json'), 'utf8')) as Release
