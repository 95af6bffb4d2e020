import type {
  AliasedExpression,
  DeleteQueryBuilder,
  DeleteResult,
  Expression,
  Kysely,
  KyselyPlugin,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { CompanyId } from './company-id.ts'
import type { Tables } from './tables/tables.ts'

/** Tables whose rows belong to a company. What hangs on such a row and does not name the company is read along with it, in a join. */
type Owned =
  | { [T in keyof Tables]: Tables[T] extends { company_id: CompanyId } ? T : never }[keyof Tables]
  | 'companies'
type Hanging =
  | 'automation_checks'
  | 'automation_versions'
  | 'approval_links'
  | 'batch_media'
  | 'board_media'
  | 'currency_rates'
type Common = Exclude<keyof Tables, Owned | Hanging>

type Nothing = Record<never, never>
type Aliased<T extends keyof Tables, A extends string> = Tables & { [name in A]: Tables[T] }
type CompanyColumn<T extends string> = T extends 'companies' ? 'id' | 'companies.id' : 'company_id' | `${T}.company_id`

/** Nothing can be asked of a company's table before it is said whose rows are meant. */
interface Whose<Column extends string, Query> {
  where(column: Column, operator: '=', company: CompanyId): Query
}

export declare const ofCompany: unique symbol

/** Rows of SQL in which a company stands. */
export interface ScopedAlias<Row, A extends string> extends AliasedExpression<Row, A> {
  readonly [ofCompany]: true
}

/** Tables whose rows lie in a workspace: who reads them for somebody says for whom. */
type Placed =
  | (
      | 'batches'
      | 'batch_items'
      | 'events'
      | 'receipts'
      | 'approvals'
      | 'ad_accounts'
      | 'invites'
      | 'audit_log'
      | 'kept_ends'
    )
  | ('automations' | 'automation_executions' | 'automation_decisions' | 'automation_suggestions')

declare const asSomebody: unique symbol

/** A condition that says which of a company's rows somebody sees (core/reach.ts). */
export interface Seen extends Expression<boolean> {
  readonly [asSomebody]: true
}

interface AsWhom<Query> {
  where(seen: Seen): Query
}

type QueryFor<T, Query> = T extends Placed ? AsWhom<Query> : Query

interface Select {
  <T extends Common>(table: T): SelectQueryBuilder<Tables, T, Nothing>
  <T extends Owned>(table: T): Whose<CompanyColumn<T>, QueryFor<T, SelectQueryBuilder<Tables, T, Nothing>>>
  <T extends Owned, A extends string>(
    table: `${T} as ${A}`,
  ): Whose<`${A}.company_id`, QueryFor<T, SelectQueryBuilder<Aliased<T, A>, A, Nothing>>>
  <Row, A extends string>(rows: ScopedAlias<Row, A>): SelectQueryBuilder<Tables & { [name in A]: Row }, A, Nothing>
}

interface Update {
  <T extends Common>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>
  <T extends Owned>(table: T): Whose<CompanyColumn<T>, UpdateQueryBuilder<Tables, T, T, UpdateResult>>
}

interface Delete {
  <T extends Common>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>
  <T extends Owned>(table: T): Whose<CompanyColumn<T>, DeleteQueryBuilder<Tables, T, DeleteResult>>
}

type Everywhere = Kysely<Tables>
type Same = Pick<Everywhere, 'insertInto' | 'isTransaction' | 'destroy'>

interface Transacting<Within> {
  execute<T>(work: (trx: Within) => Promise<T>): Promise<T>
}

/** The database for whoever works for a company: of its tables only what is asked for by a CompanyId can be read or changed. */
export interface Db extends Same {
  selectFrom: Select
  updateTable: Update
  deleteFrom: Delete
  transaction(): Transacting<Db>
}

declare const overall: unique symbol

/** The database over all companies, for what runs by itself, for those who let callers in, and for the operator. */
export interface EveryCompany extends Same, Pick<Everywhere, 'executeQuery' | 'getExecutor' | 'fn'> {
  readonly [overall]: true
  selectFrom: Everywhere['selectFrom'] & Select
  updateTable: Everywhere['updateTable'] & Update
  deleteFrom: Everywhere['deleteFrom'] & Delete
  transaction(): Transacting<EveryCompany>
  withPlugin(plugin: KyselyPlugin): EveryCompany
}

/** The way to the rows of all companies at once. Whoever takes it stands in test/promises/every-company.test.ts, with a reason. */
export function everyCompany(db: Db): EveryCompany {
  return db as EveryCompany
}
