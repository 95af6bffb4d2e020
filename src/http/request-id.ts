import { randomBytes } from 'node:crypto'

/** Names for calls. Each server has its own, so that none of them shares a count with another. */
export interface RequestIds {
  next(): string
  /** The caller's own id where it is one. */
  from(header: string | string[] | undefined): string
}

export function createRequestIds(): RequestIds {
  // Unique over restarts by its random beginning, within a run by its count.
  const start = randomBytes(9).toString('base64url')
  let count = 0
  const next = () => `req_${start}${(count++).toString(36)}`
  return {
    next,
    from: (header) => (typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : next()),
  }
}
