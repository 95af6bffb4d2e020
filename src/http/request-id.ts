import { randomBytes } from 'node:crypto'

/** Unique over restarts by its random beginning, within a run by its count. */
const start = randomBytes(9).toString('base64url')
let count = 0

export function nextRequestId(): string {
  return `req_${start}${(count++).toString(36)}`
}

/** The caller's own id where it is one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : nextRequestId()
}
