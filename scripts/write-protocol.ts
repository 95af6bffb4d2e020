import { writeFile } from 'node:fs/promises'
import { page, readPage } from './write-protocol/page.ts'

/** Writes what docs/reliability.md has from the table of a write's moves; `--check` only says whether it would change. */
const { is, should } = await readPage()
const isStale = is !== should
if (process.argv.includes('--check')) {
  if (isStale) console.error(`${page} does not show the write protocol as it is now: npm run fix`)
  process.exit(isStale ? 1 : 0)
}
if (isStale) await writeFile(page, should)
console.log(isStale ? `Written: ${page}` : 'Nothing has changed.')
