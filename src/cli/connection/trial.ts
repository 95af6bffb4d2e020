import type { Connections } from '../../core/deps.ts'
import { refusedWords, tryCredentials } from '../../core/connections/trial.ts'
import { recordVerdict } from '../../core/connections/state/record.ts'
import type { ConnectionVerdict } from '../../core/connections/state/verdict.ts'
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
  /** Whether none of its accounts is used before somebody chooses. */
  isChosen?: boolean
}

/** Stores what the check ends with: asking may have made the platform replace the tokens that were given. */
export async function addConnection(
  { db, seal, connections }: Workbench,
  { platform, companyId, label, credentials: given, isChecked, isChosen }: WantedConnection,
): Promise<{ id: number; verdict: ConnectionVerdict | null }> {
  const store = (credentials: Credentials, verdict: ConnectionVerdict | null) =>
    storeConnection(db, seal, {
      ...{ companyId, platform: platform.name, label, credentials, verdict },
      ...(isChosen ? { accountsMode: 'chosen' as const } : {}),
    })
  if (!isChecked) return { id: await store(given, null), verdict: null }
  const { credentials, verdict, problem } = await tryCredentials(connections, platform, given, false)
  if (verdict?.check) return { id: await store(credentials, verdict), verdict }
  if (verdict) throw new CommandProblem(refusedWords(platform, verdict))
  const notAsked = `The platform cannot be asked right now: ${problem}`
  if (credentials === given)
    throw new CommandProblem(`${notAsked} Nothing was stored; --no-check stores without asking.`)
  const id = await store(credentials, null)
  throw new CommandProblem(
    `${notAsked} The platform had replaced the token by then, so the new one was stored, unchecked. ` +
      `Check it with: flightdeck connection check ${id}`,
  )
}

/** Tokens that the platform replaces meanwhile are stored at once, however the check ends. */
export async function checkConnection(
  { db, seal, connections }: Workbench,
  platform: Platform,
  row: SealedRow,
): Promise<ConnectionVerdict> {
  const credentials = openSealed(seal, row)
  const verdict = await askPlatform(connections.openStored(platform, row), credentials)
  await recordVerdict(db, { id: row.id }, verdict, operator())
  return verdict
}
