import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readFolder } from './read-folder.ts'
import { reportOn } from './report.ts'

/**
 * `npm run makers -- --specs FOLDER`: holds what our drivers send, as the committed descriptions beside the recorded calls say it,
 * against descriptions by the makers of the interfaces, from a folder that somebody fetched. Exits 1 when they have grown apart.
 */
const { values } = parseArgs({ options: { specs: { type: 'string' } } })
const folder = values.specs
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Which folder? npm run makers -- --specs FOLDER (docs/architecture/platforms.md says what it may hold)')
  process.exit(2)
}
const { lines, isClean } = reportOn(readFolder(folder))
console.log(lines.join('\n'))
process.exit(isClean ? 0 : 1)
