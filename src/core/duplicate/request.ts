import { z } from 'zod'
import type { DuplicateRequest } from '../../platforms/contract/duplicate.ts'
import { openAccount } from '../accounts.ts'
import type { CompanyRef } from '../connections.ts'
import { PlatformId } from '../launch/plan/request.ts'
import { writeLifeOf } from '../journal/direct-write.ts'
import { requireVerb } from '../verbs.ts'
import type { Services } from '../../services.ts'
import { duplicate } from './duplicate.ts'
import type { CopyOutcome } from './duplicate.ts'

const statusWords = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  INHERITED: 'INHERITED',
  INHERITED_FROM_SOURCE: 'INHERITED',
} as const

/** What all duplicate endpoints take. */
export const copyFields = {
  copyCount: z.number().int().min(1).max(10).default(1),
  initialStatus: z
    .enum(['PAUSED', 'ACTIVE', 'INHERITED', 'INHERITED_FROM_SOURCE'])
    .default('PAUSED')
    .transform((word) => statusWords[word]),
  workspaceId: PlatformId.optional(),
}

export const NewName = z
  .string()
  .trim()
  .min(1)
  .max(400)
  .optional()
  .meta({ description: "Name of the copies; {n} in it becomes the copy's number." })

export const DeepCopy = z.boolean().default(true)

const places = z.array(z.unknown()).optional()
const placeFields = {
  countries: z.array(z.string()).optional(),
  regions: places,
  cities: places.meta({ description: 'Each { key, radius, distance_unit }.' }),
  zips: places,
  geo_markets: places,
  electoral_districts: places,
}

export const Location = z
  .looseObject({ ...placeFields, excluded_locations: z.looseObject(placeFields).optional() })
  .meta({ description: 'Where the copies are shown instead.' })

export interface DuplicateCall {
  services: Services
  company: CompanyRef
  operationKey: string
  accountId: string
  copyCount: number
}

/** Finds the account, and copies in it. */
export async function duplicateIn(call: DuplicateCall, request: DuplicateRequest): Promise<CopyOutcome[]> {
  const { services, company, operationKey, copyCount } = call
  const { session, account, platform } = await openAccount(services, company, call.accountId)
  const verbs = requireVerb(session, platform.name, 'duplicate')
  const ground = {
    db: services.db,
    companyId: company.id,
    platform: account.platform,
    accountId: account.account_id,
    life: writeLifeOf(session),
  }
  return duplicate(verbs, ground, operationKey, request, copyCount)
}
