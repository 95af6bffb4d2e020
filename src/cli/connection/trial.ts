import type { Connections } from '../../core/deps.ts'
import { recordVerdict } from '../../core/connections/state/record.ts'
import type { ConnectionVerdict } from '../../core/connections/state/verdict.ts'
import { keepFresh } from '../../core/connections/connections.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { operator } from '../audited.ts'
import type { Credentials } from './input.ts'
import { openSealed, storeConnection } from './store.ts'
import type { SealedRow } from './store.ts'
import { askPlatform } from './verdict.ts'
import { CommandProblem } from '../problem.ts'

export interface Workbench {
  db: Db
  seal: Seal
  connections: Connections
}

export interface WantedConnection {
  platform: Platform
  companyId: CompanyId
  label: string
  credentials: Credentials
  /** Whether the platform is asked before anything is stored. */
  isChecked: boolean
}

/** Stores what the check ends with: asking may have made the platform replace the tokens that were given. */
export async function addConnection(
  { db, seal, connections }: Workbench,
  { platform, companyId, label, credentials: given, isChecked }: WantedConnection,
): Promise<{ id: number; verdict: ConnectionVerdict | null }> {
  let credentials = given
  const keep = async (fresh: Credentials) => void (credentials = fresh)
  const store = (verdict: ConnectionVerdict | null) =>
    storeConnection(db, seal, { companyId, platform: platform.name, label, credentials, verdict })
  if (!isChecked) return { id: await store(null), verdict: null }
  const verdict = await askPlatform(connections.openWith(platform, given, keep), given).catch(
    async (error: unknown) => {
      if (!(error instanceof CommandProblem)) throw error
      if (credentials === given)
        throw new CommandProblem(`${error.message} Nothing was stored; --no-check stores without asking.`)
      const id = await store(null)
      throw new CommandProblem(
        `${error.message} The platform had replaced the token by then, so the new one was stored, unchecked. ` +
          `Check it with: flightdeck connection check ${id}`,
      )
    },
  )
  if (!verdict.check)
    throw new CommandProblem(`${platform.title} refused these credentials; nothing was stored. ${verdict.reason}`)
  return { id: await store(verdict), verdict }
}

/** Tokens that the platform replaces meanwhile are stored at once, however the check ends. */
export async function checkConnection(
  { db, seal, connections }: Workbench,
  platform: Platform,
  row: SealedRow,
): Promise<ConnectionVerdict> {
  const credentials = openSealed(seal, row)
  const keep = (fresh: Credentials, endsAt: Date | null) => keepFresh(db, seal, row, { credentials: fresh, endsAt })
  const verdict = await askPlatform(connections.openWith(platform, credentials, keep), credentials)
  await recordVerdict(db, row.id, verdict, operator())
  return verdict
}
