import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { IdOrEmpty } from './launch/plan/request.ts'

/** The default that says that there is no profile: null says that there is no default. */
const noSecondary = 'none'

/** What a launch fills in when the caller left it out. */
export const LaunchDefaultFields = z.object({
  page: IdOrEmpty.nullish(),
  primaryName: z.string().max(500).nullish(),
  secondary: IdOrEmpty.nullish().meta({
    description: `Profile on the secondary network; "${noSecondary}": the page speaks alone.`,
  }),
  secondaryName: z.string().max(500).nullish(),
  title: z.string().max(2000).nullish(),
  description: z.string().max(10_000).nullish(),
  cta: z.string().max(100).nullish(),
  link: z.string().max(4000).nullish(),
  utmTags: z.string().max(4000).nullish(),
})

export type DefaultFields = z.output<typeof LaunchDefaultFields>
export const defaultNames = Object.keys(LaunchDefaultFields.shape) as (keyof DefaultFields)[]

/** In the words of an ad: the tags become the ad's own. */
export interface LaunchDefaults {
  page?: string
  primaryName?: string
  secondary?: string | null
  secondaryName?: string
  title?: string
  description?: string
  cta?: string
  link?: string
  urlTags?: string
}

/** Company-wide defaults with the account's own on top. */
export async function readDefaults(db: Db, companyId: number, accountId: string | null): Promise<DefaultFields> {
  const rows = await db
    .selectFrom('launch_defaults')
    .select(['account_id', 'fields'])
    .where('company_id', '=', companyId)
    .where('account_id', 'in', accountId ? ['', accountId] : [''])
    .orderBy('account_id')
    .execute()
  return Object.assign({}, ...rows.map((row) => row.fields)) as DefaultFields
}

/** All of a company's defaults at once, for a launch over many accounts. */
export async function loadDefaults(db: Db, companyId: number): Promise<(accountId: string) => LaunchDefaults> {
  const rows = await db
    .selectFrom('launch_defaults')
    .select(['account_id', 'fields'])
    .where('company_id', '=', companyId)
    .execute()
  const byAccount = new Map(rows.map((row) => [row.account_id, row.fields]))
  return (accountId) => {
    const merged = { ...byAccount.get(''), ...byAccount.get(accountId) } as Record<string, string>
    const { utmTags, ...rest } = merged
    return {
      ...rest,
      ...(rest.secondary === noSecondary ? { secondary: null } : {}),
      ...(utmTags ? { urlTags: utmTags } : {}),
    }
  }
}

/** A field set to null or '' is removed; others are set; the rest stay. */
export async function changeDefaults(
  db: Db,
  companyId: number,
  accountId: string | null,
  changes: DefaultFields,
): Promise<DefaultFields> {
  await db.transaction().execute(async (trx) => {
    const row = { company_id: companyId, account_id: accountId ?? '' }
    await trx
      .insertInto('launch_defaults')
      .values({ ...row, fields: '{}' })
      .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doNothing())
      .execute()
    const mine = await trx
      .selectFrom('launch_defaults')
      .select('fields')
      .where('company_id', '=', row.company_id)
      .where('account_id', '=', row.account_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const merged = { ...mine.fields, ...changes }
    const fields = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== null && value !== undefined && value !== ''),
    )
    await trx
      .updateTable('launch_defaults')
      .set({ fields: JSON.stringify(fields), updated_at: new Date() })
      .where('company_id', '=', row.company_id)
      .where('account_id', '=', row.account_id)
      .execute()
  })
  return readDefaults(db, companyId, accountId)
}
