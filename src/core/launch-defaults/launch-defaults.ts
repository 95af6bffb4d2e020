import { brokenRules, notFound } from '../../errors.ts'
import { findAccounts } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { enhancementIssues } from '../../platforms/kit/enhancements.ts'
import { requireWholeCompany } from '../reach.ts'
import { withDisplayNames } from './names.ts'
import type { DefaultFields, DefaultsOf } from './fields.ts'
import { noSecondary } from './fields.ts'
import type { AccountDeps } from '../deps.ts'
import type { RequestedEnhancements } from '../../platforms/contract/enhancements.ts'

/** In the words of an ad, where null is a profile that is not wanted. */
export interface LaunchDefaults {
  page?: string
  primaryName?: string
  secondary?: string | null
  secondaryName?: string
  identityId?: string
  profileId?: string
  organizationId?: string
  boardId?: string
  title?: string
  description?: string
  cta?: string
  link?: string
  urlTags?: string
  enhancements?: RequestedEnhancements
}

/** What is filled in, and what is asked for. */
export interface LaunchTerms {
  fields: LaunchDefaults
  requireAiDisclosure: boolean
}

type Asking = Pick<Context, 'company'>

/** Company-wide defaults with the account's own on top, and the names of page and profile as the platform has them. */
export async function readDefaults(
  deps: AccountDeps,
  context: Asking,
  { accountId: given }: { accountId?: string },
): Promise<DefaultsOf> {
  const accountId = await fullId(deps, context, given)
  return withDisplayNames(deps, context, { accountId, fields: await mergedFields(deps, context, accountId) })
}

/** A field set to null or '' is removed; others are set; the rest stay. */
export async function changeDefaults(
  deps: AccountDeps,
  context: Asking,
  { accountId: given, ...changes }: DefaultFields & { accountId?: string },
): Promise<DefaultsOf> {
  const accountId = await fullId(deps, context, given)
  if (accountId === null) requireWholeCompany(context.company)
  const issues = enhancementIssues(deps.connections.platforms.all, changes.enhancements, 'enhancements')
  if (issues.length > 0) throw brokenRules(issues)
  await deps.db.transaction().execute(async (trx) => {
    const row = { company_id: context.company.id, account_id: accountId ?? '' }
    await trx
      .insertInto('launch_defaults')
      .values({ ...row, fields: '{}' })
      .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doNothing())
      .execute()
    const mine = await trx
      .selectFrom('launch_defaults')
      .where('company_id', '=', row.company_id)
      .select('fields')
      .where('account_id', '=', row.account_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const merged = { ...inOurWords(mine.fields), ...changes }
    const fields = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== null && value !== undefined && value !== ''),
    )
    await trx
      .updateTable('launch_defaults')
      .where('company_id', '=', row.company_id)
      .set({ fields: JSON.stringify(fields), updated_at: new Date() })
      .where('account_id', '=', row.account_id)
      .execute()
  })
  return withDisplayNames(deps, context, { accountId, fields: await mergedFields(deps, context, accountId) })
}

/** All of a company's defaults at once, for a launch over many accounts. */
export async function loadDefaults(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Asking,
): Promise<(accountId: string) => LaunchTerms> {
  const rows = await db
    .selectFrom('launch_defaults')
    .where('company_id', '=', company.id)
    .select(['account_id', 'fields'])
    .execute()
  const byAccount = new Map(rows.map((row) => [row.account_id, inOurWords(row.fields)]))
  return (accountId) => {
    const all = [byAccount.get(''), byAccount.get(accountId)]
    const requireAiDisclosure = all.some((fields) => fields?.requireAiDisclosure === true)
    const { requireAiDisclosure: _required, ...merged } = Object.assign({}, ...all) as LaunchDefaults & {
      requireAiDisclosure?: boolean
    }
    return {
      requireAiDisclosure,
      fields: { ...merged, ...(merged.secondary === noSecondary ? { secondary: null } : {}) },
    }
  }
}

async function mergedFields(
  { db }: AccountDeps,
  { company }: Asking,
  accountId: string | null,
): Promise<DefaultFields> {
  const rows = await db
    .selectFrom('launch_defaults')
    .where('company_id', '=', company.id)
    .select(['account_id', 'fields'])
    .where('account_id', 'in', accountId ? ['', accountId] : [''])
    .orderBy('account_id')
    .execute()
  return Object.assign({}, ...rows.map((row) => inOurWords(row.fields))) as DefaultFields
}

/** The tags of links were stored under another name once. */
function inOurWords({ utmTags, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return utmTags === undefined ? fields : { urlTags: utmTags, ...fields }
}

async function fullId(deps: AccountDeps, context: Asking, accountId: string | undefined): Promise<string | null> {
  if (accountId === undefined) return null
  const account = (await findAccounts(deps, context, [accountId])).get(accountId)
  if (!account) throw notFound('ad account', accountId)
  return account.account_id
}
