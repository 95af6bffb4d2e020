import { openCredentials, storeConnection as store } from '../../core/connections/store.ts'
import type { NewConnection } from '../../core/connections/store.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { audited } from '../audited.ts'
import type { Credentials } from './input.ts'
import { CommandProblem } from '../problem.ts'

type Pasted = Omit<NewConnection, 'origin' | 'grant' | 'isSandbox'> & Partial<Pick<NewConnection, 'isSandbox'>>

/** Stores the credentials sealed; the same label again replaces what it held. */
export async function storeConnection(db: Db, seal: Seal, pasted: Pasted): Promise<number> {
  return audited(db, { id: pasted.companyId }, async (trx) => {
    const { id, before, after } = await store(trx, seal, { isSandbox: false, ...pasted, origin: 'paste' })
    return { result: id, entry: { action: 'connection add', targets: [`connection:${id}`], before, after } }
  })
}

export interface SealedRow {
  id: number
  company_id: CompanyId
  platform: string
  sealed_credentials: Buffer
  is_sandbox: boolean
}

export function openSealed(seal: Seal, row: Omit<SealedRow, 'is_sandbox'>): Credentials {
  const credentials = openCredentials(seal, row)
  if (credentials) return credentials
  throw new CommandProblem(
    `The credentials of connection ${row.id} do not open: they were sealed with another key. ` +
      'Bring back that SECRET_KEY (or secret-key in DATA_DIR), or add the connection again.',
  )
}
