import type { Seen } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import { AppError } from '../errors.ts'
import type { CompanyRef } from './company-ref.ts'

/** Whose things: of a company, and within it of some workspaces, or of all. */
export type Reach = Pick<CompanyRef, 'id' | 'workspaces'>

/** A condition of what somebody sees, as SQL. */
export function seen(text: TemplateStringsArray, ...values: unknown[]): Seen {
  return sql<boolean>(text, ...values) as unknown as Seen
}

const everything = seen`true`

/** What the caller was found to see before, whole: here it is looked at by its ids. */
export const seenBefore = everything

/** No caller is told of it: a count, a lock, what runs by itself, or what is for those who work in the whole company. */
export const notifiesNobody = everything

/** Whether a row lies in an ad account that the caller sees; `row` has the columns platform and account_id. */
export function inReach(reach: Reach, row: string): Seen {
  return reach.workspaces === undefined
    ? everything
    : seen`${sql.raw(
        inReachText(row, {
          company: String(reach.id),
          workspaces: listText(reach.workspaces),
        }),
      )}`
}

/** The same as text, for statements that are prepared: company and workspaces stand for their values. */
export function inReachText(row: string, { company, workspaces }: { company: string; workspaces: string }): string {
  return `EXISTS (SELECT FROM ad_accounts AS reached WHERE reached.company_id = ${company} AND reached.platform = ${row}.platform
    AND reached.account_id = ${row}.account_id AND reached.workspace_id = ANY (${workspaces}))`
}

/** The ids of all accounts that the caller sees, for statements that are prepared. */
export function reachedAccountsText({ company, workspaces }: { company: string; workspaces: string }): string {
  return `ARRAY(SELECT reached.account_id FROM ad_accounts AS reached
    WHERE reached.company_id = ${company} AND reached.workspace_id = ANY (${workspaces}))`
}

/** Whether all of the accounts in a column, as '<platform> <account>', are ones that the caller sees. None at all are not. */
export function allInReach(reach: Reach, accounts: string): Seen {
  if (reach.workspaces === undefined) return everything
  return seen`coalesce(cardinality(${sql.ref(accounts)}) > 0 AND ${sql.ref(accounts)} <@ ARRAY(
    SELECT reached.platform || ' ' || reached.account_id FROM ad_accounts AS reached
    WHERE reached.company_id = ${reach.id} AND reached.workspace_id = ANY (${[...reach.workspaces]})), false)`
}

/** Whether the workspaces in a column are all among the caller's; null there means all of the company's. */
function withinReach(reach: Reach, workspaces: string): Seen {
  if (reach.workspaces === undefined) return everything
  return seen`coalesce(${sql.ref(workspaces)} <@ ${[...reach.workspaces]}::bigint[], false)`
}

/** The same for lists in which none means all. */
export function isForColleagues(reach: Reach, workspaces: string): Seen {
  if (reach.workspaces === undefined) return everything
  return seen`(cardinality(${sql.ref(workspaces)}) > 0 AND ${withinReach(reach, workspaces)})`
}

/** Whether the workspace in a column is one of the caller's. */
export function amongWorkspaces({ workspaces }: Pick<Reach, 'workspaces'>, workspace: string): Seen {
  return workspaces === undefined ? everything : seen`${sql.ref(workspace)} = ANY (${[...workspaces]})`
}

/** Names an account as events and questions keep it. */
export function accountName({ platform, account_id: id }: { platform: string; account_id: string }): string {
  return `${platform} ${id}`
}

/** Names a reach: those of the same name see the same. */
export function reachName({ id, workspaces }: Reach): string {
  return `${id} ${workspaces?.toSorted((a, b) => a - b).join(',') ?? 'all'}`
}

/** What is the whole company's is for those who work in all of it. */
export function requireWholeCompany({ workspaces }: Pick<Reach, 'workspaces'>): void {
  if (workspaces === undefined) return
  const text =
    'This is about the whole company, and you work in some of its workspaces: ask somebody who works in all of them.'
  throw new AppError('forbidden', text, { reason: 'workspaces' })
}

/** Workspaces as they stand in a statement. */
export function listText(ids: readonly number[]): string {
  return `'{${ids.map(Number).join(',')}}'::bigint[]`
}
