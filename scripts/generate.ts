import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateClient } from './generate/client/client.ts'
import { enhancementsPage } from './generate/enhancements.ts'
import { eventsPage } from './generate/events-page.ts'
import { formFields } from './generate/form-fields.ts'
import { launchFields } from './generate/launch-fields.ts'
import { metrics } from './generate/metrics.ts'
import { migrationDigests } from './generate/migration-digests.ts'
import { references } from './generate/references.ts'
import { root, staleFiles, unwrittenFiles } from './generate/stale-files.ts'
import { platforms } from './generate/platforms.ts'
import { protocolPage } from './generate/write-protocol.ts'

/** `npm run client` writes every file, and every part of a page, that follows from the code; `--check` only says what would change. */
const files = {
  ...(await generateClient()),
  ...(await formFields()),
  ...(await launchFields()),
  ...(await enhancementsPage()),
  ...(await eventsPage()),
  ...(await metrics()),
  ...(await platforms()),
  ...(await protocolPage()),
  ...(await references()),
  ...(await migrationDigests()),
}
const unwritten = unwrittenFiles(files)
if (unwritten.length > 0) {
  console.error(`Nothing writes ${unwritten.join(', ')}. Remove it, or have scripts/generate.ts write it.`)
  process.exit(1)
}
const stale = await staleFiles(files)
if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`Not what the code says now: ${stale.join(', ')}. Run npm run client`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const file of stale) await writeFile(join(root, file), files[file]!)
console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Nothing has changed.')
process.exit(0)
