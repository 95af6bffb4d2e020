import { AppError } from '../../errors.ts'

/** What a company may be given a limit of, by the operator. */
export const quotaNames = ['keys', 'adsADay', 'mediaBytes', 'reportRowsAMinute'] as const
export type QuotaName = (typeof quotaNames)[number]

/** null: there is no limit. */
export type Quotas = Record<QuotaName, number | null>

interface QuotaWords {
  /** What is counted. */
  of: (count: number) => string
  /** How the company makes room itself. */
  action: string
}

const counted = (one: string, many: string) => (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const quotaWords: Record<QuotaName, QuotaWords> = {
  keys: { of: counted('living key', 'living keys'), action: 'Revoke a key that nobody needs.' },
  adsADay: { of: counted('ad a day (UTC)', 'ads a day (UTC)'), action: 'Launch fewer ads, or wait for the next day.' },
  mediaBytes: { of: counted('byte of media', 'bytes of media'), action: 'Delete files that nobody needs.' },
  reportRowsAMinute: {
    of: counted('row of reports a minute', 'rows of reports a minute'),
    action: 'Ask for fewer rows, or wait for the next minute.',
  },
}

interface Beyond {
  name: QuotaName
  limit: number
  /** Without what is asked for. */
  used: number
  asked: number
  /** When it is free again by itself; null: it never is. */
  freesAt: Date | null
}

/** What everybody is told who wants more than the company may use. Nothing was stored. */
export function beyondQuota({ name, limit, used, asked, freesAt }: Beyond): AppError {
  const { of, action } = quotaWords[name]
  const frees = freesAt ? ` All of it is free again at ${freesAt.toISOString()}.` : ''
  const text =
    `This company may have ${of(limit)}: ${used.toLocaleString('en')} of it is used, and this needs ${asked.toLocaleString('en')} more. ` +
    `Nothing was stored.${frees} ${action} Only the operator can raise the quota.`
  const quota = { name, limit, used, asked, freesAt: freesAt?.toISOString() ?? null, action }
  return new AppError('forbidden', text, { quota })
}
