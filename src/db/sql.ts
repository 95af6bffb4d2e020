import { sql as kyselySql } from 'kysely'
import type { AliasedExpression, Expression, QueryResult } from 'kysely'
import type { CompanyId } from './company-id.ts'
import type { Db, EveryCompany, ScopedAlias, ofCompany } from './scoped.ts'

/** SQL that names no company: a piece of a statement, or one over all companies. */
export interface Piece<T> extends Expression<T> {
  execute(db: EveryCompany): Promise<QueryResult<T>>
  as<A extends string>(alias: A): AliasedExpression<T, A>
}

/** SQL in which a company stands: it can be run for it. */
export interface Scoped<T> extends Expression<T> {
  readonly [ofCompany]: true
  execute(db: Db): Promise<QueryResult<T>>
  as<A extends string>(alias: A): ScopedAlias<T, A>
}

type Company = CompanyId | Scoped<unknown>
type Any = unknown

/** Values of which one is a company, or a piece in which one stands. */
type WithCompany =
  | [Company, ...Any[]]
  | [Any, Company, ...Any[]]
  | [Any, Any, Company, ...Any[]]
  | [Any, Any, Any, Company, ...Any[]]
  | [Any, Any, Any, Any, Company, ...Any[]]
  | [Any, Any, Any, Any, Any, Company, ...Any[]]
  | [Any, Any, Any, Any, Any, Any, Company, ...Any[]]
  | [Any, Any, Any, Any, Any, Any, Any, Company, ...Any[]]

/** SQL as text. What was written without a CompanyId cannot be run on a company's Db: the compiler says so. */
interface CompanySql {
  <T = unknown>(text: TemplateStringsArray, ...values: WithCompany): Scoped<T>
  <T = unknown>(text: TemplateStringsArray, ...values: unknown[]): Piece<T>
  val<T>(value: T): Piece<T>
  ref<T = unknown>(column: string): Piece<T>
  table<T = unknown>(name: string): Piece<T>
  id<T = unknown>(...ids: readonly string[]): Piece<T>
  lit<T>(value: T): Piece<T>
  raw<T = unknown>(text: string): Piece<T>
  join<T = unknown>(pieces: readonly unknown[], separator?: Expression<unknown>): Piece<T>
}

export const sql = kyselySql as unknown as CompanySql

/** SQL that is put together as text, with the number of the company that it is for. */
export function scopedText<T>(company: CompanyId, textOf: (company: string) => string): Scoped<T> {
  return kyselySql.raw<T>(textOf(String(Number(company)))) as unknown as Scoped<T>
}

/** The rows of a query as one value: several queries in one statement see everything as it stood at one moment. */
export function jsonList(query: Scoped<unknown>): Scoped<unknown> {
  return sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${query}) listed)`
}

/** Narrows a query by a filter that may be left out: `.$call(ifGiven(state, (some, state) => some.where('state', '=', state)))`. */
export function ifGiven<Query, Value>(
  value: Value | null | undefined,
  narrow: (query: Query, value: Value) => Query,
): (query: Query) => Query {
  return (query) => (value === undefined || value === null ? query : narrow(query, value))
}
