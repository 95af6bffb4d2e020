import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { KeptToken, SharedToken } from '../../platforms/contract/tokens.ts'
import { sealPurpose } from '../secrets/seal.ts'
import type { Seal } from '../secrets/seal.ts'

/** `of`: a digest of the credentials that it was had with; new credentials begin anew. */
const KeptTokenText = z.object({ accessToken: z.string(), endsAt: z.string(), of: z.string() })

interface TokenRow {
  id: number
  company_id: CompanyId
  platform: string
  credentials: Record<string, string>
}

/**
 * The token of a connection, for all processes: whoever renews it holds the connection's row meanwhile, and those who
 * wait for the row find the new one.
 */
export function sharedTokenOf(db: Db, seal: Seal, row: TokenRow): SharedToken {
  const purpose = sealPurpose(row.company_id, row.platform)
  const of = digestOf(row.credentials)
  return {
    renew: (renew) =>
      db.transaction().execute(async (trx) => {
        const stored = await trx
          .selectFrom('connections')
          .where('company_id', '=', row.company_id)
          .select('sealed_token')
          .where('id', '=', row.id)
          .forUpdate()
          .executeTakeFirst()
        const text = stored?.sealed_token ? seal.open(stored.sealed_token, purpose) : null
        const found = text === null ? null : KeptTokenText.parse(JSON.parse(text))
        const kept = found?.of === of ? found : null
        const token = await renew(kept)
        if (token === kept) return token
        await trx
          .updateTable('connections')
          .where('company_id', '=', row.company_id)
          .set({ sealed_token: seal.seal(JSON.stringify({ ...token, of }), purpose) })
          .where('id', '=', row.id)
          .execute()
        return token
      }),
  }
}

/** A token that came with the credentials, as it is kept beside them. */
export function sealToken(seal: Seal, row: Omit<TokenRow, 'id'>, token: KeptToken): Buffer {
  const purpose = sealPurpose(row.company_id, row.platform)
  return seal.seal(JSON.stringify({ ...token, of: digestOf(row.credentials) }), purpose)
}

function digestOf(credentials: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
}
