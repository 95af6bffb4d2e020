import { inTransaction } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { Context } from '../context.ts'
import type { AccountDeps } from '../deps.ts'
import type { Seal } from '../secrets/seal.ts'
import { findConnection, openCredentials, isLabelTaken, storeConnection } from './store.ts'
import type { StoredConnection } from './store.ts'
import { recordVerdict } from './state/record.ts'
import { reasonIn, verdictOf } from './state/verdict.ts'
import type { ConnectionVerdict } from './state/verdict.ts'
import { notAsked, refusedWords, tryCredentials } from './trial.ts'
import { PlatformError } from '../../errors.ts'

export interface PastedConnection {
  platform: Platform
  label: string
  credentials: Record<string, string>
  isSandbox: boolean
  /** Whether the platform is asked before anything is stored. */
  isChecked: boolean
}

type Deps = AccountDeps & { seal: Seal }

/** Stores what somebody pasted. What the platform replaced while it was asked is stored however the check ended. */
export async function addConnection(
  deps: Deps,
  { company }: Pick<Context, 'company'>,
  { platform, label, credentials: given, isSandbox, isChecked }: PastedConnection,
): Promise<StoredConnection> {
  const store = (credentials: Record<string, string>, verdict: ConnectionVerdict | null) =>
    inTransaction(deps.db, async (trx) => {
      const wanted = { companyId: company.id, platform: platform.name, label }
      const known = await isLabelTaken(trx, wanted)
      return storeConnection(trx, deps.seal, {
        ...{ ...wanted, isSandbox, credentials, verdict, origin: 'paste' as const },
        // A person chooses which accounts of a new one are used.
        ...(known ? {} : { accountsMode: 'chosen' as const }),
      })
    })
  if (!isChecked) return store(given, null)
  const { credentials, verdict, problem } = await tryCredentials(deps.connections, platform, given, isSandbox)
  if (verdict?.check) return store(credentials, verdict)
  if (verdict) {
    const details = { platform: platform.name, reason: 'credentials' }
    throw new AppError('unprocessable_entity', refusedWords(platform, verdict), details)
  }
  if (credentials === given) {
    const what = 'Nothing was stored. Try again, or store them without asking (check: false).'
    throw notAsked(platform, problem ?? '', what)
  }
  const { id } = await store(credentials, null)
  const what = `It had replaced the token by then, so the new one was stored as connection ${id}, unchecked: check it later.`
  throw notAsked(platform, problem ?? '', what)
}

/** Asks the platform what a stored connection opens, and writes down how it was found. */
export async function checkConnection(
  { db, seal, connections }: Deps,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  id: number,
): Promise<ConnectionVerdict> {
  const row = await findConnection(db, company.id, id)
  const open = (await connections.openAll(company, row.platform)).find((each) => each.connectionId === id)
  if (!open) {
    const text = `The simulator of ${row.platform} does not run, so this connection cannot be asked. SANDBOX=on starts it.`
    throw new AppError('platform_unavailable', text, { platform: row.platform }, { 'retry-after': '60' })
  }
  const credentials = openCredentials(seal, row) ?? {}
  const verdict = await verdictOf(open.session, credentials).catch((error: unknown): never => {
    if (!(error instanceof PlatformError)) throw error
    throw notAsked(open.platform, reasonIn(error, credentials), 'Nothing was changed.')
  })
  await recordVerdict(db, { id }, verdict, actor)
  return verdict
}
