import { z } from 'zod'
import { Pagination } from '../call/whole-list.ts'
import { badRequest } from '../errors.ts'

const maxPage = 1_000_000

/** How much of a list is asked for. */
export function limitField(max: number, usual: number) {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(usual)
    .meta({ description: `How many entries to answer with: 1 to ${max}.` })
}

/** `?limit=&cursor=`, and `?page=` for those who count pages. */
export function pageFields(max: number, usual: number) {
  return {
    limit: limitField(max, usual),
    cursor: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The nextCursor of the page before. Left out: from the beginning.' }),
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxPage)
      .optional()
      .meta({ description: 'Which page, counted from 1. A cursor wins.' }),
  }
}

export interface Window {
  offset: number
  limit: number
}

interface Paged {
  limit: number
  cursor?: string
  page?: number
}

/** Where in a list a page begins. */
export function windowOf({ limit, cursor, page = 1 }: Paged): Window {
  return { limit, offset: cursor === undefined ? (page - 1) * limit : readCursor(cursor) }
}

function readCursor(cursor: string): number {
  const offset = /^after (\d{1,12})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (offset === undefined) {
    throw badRequest([{ path: 'cursor', message: 'is not the nextCursor of a page of this list' }])
  }
  return Number(offset)
}

function cursorAt(offset: number): string {
  return Buffer.from(`after ${offset}`, 'latin1').toString('base64url')
}

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item).meta({ description: 'The entries.' }),
    count: z.number().int().meta({ description: 'How many entries this page has.' }),
    pagination: Pagination.meta({ description: 'How to get the rest.' }),
  })
}

/** A page of a list whose length is known. */
export function pageWith<T>(data: T[], { offset, limit }: Window, total: number) {
  return { data, count: data.length, pagination: paginationAt({ offset, limit }, data.length, total) }
}

/** One page out of everything, or out of one entry more than the page needs, where the platform tells no total. */
export function sliceOf<T>(all: T[], { offset, limit }: Window, isComplete = false) {
  const data = all.slice(offset, offset + limit)
  const pagination = paginationAt({ offset, limit }, data.length, all.length)
  const { total, ...withoutTotal } = pagination
  return { data, count: data.length, pagination: isComplete ? { ...withoutTotal, total } : withoutTotal }
}

function paginationAt({ offset, limit }: Window, count: number, total: number) {
  const hasMore = offset + count < total
  const page = Math.floor(offset / limit) + 1
  return { page, limit, total, hasMore, nextCursor: hasMore ? cursorAt(offset + count) : null }
}
