import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CompanyId } from '../../../db/company-id.ts'
import type { KeptToken } from '../../../platforms/contract/tokens.ts'
import { sealPurpose } from '../../secrets/seal.ts'
import type { Seal } from '../../secrets/seal.ts'

/** `of`: a digest of the credentials that it was had with; new credentials begin anew. */
const KeptTokenText = z.object({ accessToken: z.string(), endsAt: z.string(), of: z.string() })

interface TokenOwner {
  company_id: CompanyId
  platform: string
}

/** A token as it is kept beside the credentials that it was had with. */
export function sealToken(
  seal: Seal,
  row: TokenOwner & { credentials: Record<string, string> },
  token: KeptToken,
): Buffer {
  const { accessToken, endsAt } = token
  const text = JSON.stringify({ accessToken, endsAt, of: digestOf(row.credentials) })
  return seal.seal(text, sealPurpose(row.company_id, row.platform))
}

/** The token that was had with these credentials; null: none was kept. */
export function storedToken(
  seal: Seal,
  row: TokenOwner & { sealed_token: Buffer | null },
  credentials: Record<string, string>,
): KeptToken | null {
  if (row.sealed_token === null) return null
  const found = KeptTokenText.parse(JSON.parse(seal.open(row.sealed_token, sealPurpose(row.company_id, row.platform))))
  return found.of === digestOf(credentials) ? { accessToken: found.accessToken, endsAt: found.endsAt } : null
}

function digestOf(credentials: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
}
