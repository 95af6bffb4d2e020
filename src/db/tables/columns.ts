import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export type Id = Generated<number>
export type Time = ColumnType<Date, Date | string | undefined, Date | string>
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json<T extends object> = JSONColumnType<T>
export type JsonOrNull<T extends object> = ColumnType<T | null, string | null | undefined, string | null>
