import { z } from 'zod'

interface Kind {
  setting: string
  unit: 'hours' | 'days' | 'months'
  /** null: it is kept for ever. */
  default: number | null
  min: number
  max: number
  /** What is kept, and what becomes of the rest. */
  about: string
  /** Where it lies: what doctor measures. */
  tables: readonly string[]
}

const years100 = 36_500

/** What leaves, kind by kind: the settings, their table in the documents, what doctor says and the job that does it follow from this. */
export const retentionKinds = {
  batches: {
    setting: 'RETENTION_BATCHES_DAYS',
    unit: 'days',
    default: null,
    min: 30,
    max: years100,
    about: 'how long a batch that is over is kept, with its ads, receipts, media and events',
    tables: ['batches', 'batch_items', 'batch_media', 'second_ads'],
  },
  receipts: {
    setting: 'RETENTION_RECEIPTS_DAYS',
    unit: 'days',
    default: null,
    min: 30,
    max: years100,
    about: 'how long the receipt of an ad is kept after it was read; who asks later has it read anew',
    tables: ['receipts'],
  },
  journal: {
    setting: 'RETENTION_JOURNAL_DAYS',
    unit: 'days',
    default: 180,
    min: 31,
    max: years100,
    about: 'how long a write to a platform that is closed is kept in the journal',
    tables: ['journal', 'late_looks', 'often_tried'],
  },
  events: {
    setting: 'RETENTION_EVENTS_DAYS',
    unit: 'days',
    default: 90,
    min: 7,
    max: years100,
    about: 'how long events are kept, for those who follow them and for replays to webhooks',
    tables: ['events'],
  },
  audit: {
    setting: 'RETENTION_AUDIT_DAYS',
    unit: 'days',
    default: null,
    min: 90,
    max: years100,
    about: 'how long entries of the audit log are kept; what leaves is signed for',
    tables: ['audit_log'],
  },
  keys: {
    setting: 'RETENTION_IDEMPOTENCY_HOURS',
    unit: 'hours',
    default: 24,
    min: 24,
    max: 720,
    about: 'how long an Idempotency-Key gives the stored answer again',
    tables: ['idempotency_keys'],
  },
  figures: {
    setting: 'RETENTION_FIGURES_MONTHS',
    unit: 'months',
    default: null,
    min: 14,
    max: 1_200,
    about: 'how many whole months of daily figures are kept besides the running one',
    tables: [
      ...['ad_days', 'ad_days_superseded', 'report_days'],
      ...['summed_months', 'account_days', 'campaign_days', 'ad_tens', 'ad_months', 'ad_quarters'],
    ],
  },
} as const satisfies Record<string, Kind>

export type RetentionKind = keyof typeof retentionKinds
type RetentionSetting = (typeof retentionKinds)[RetentionKind]['setting']

/** By kind, in its own unit; null: for ever. */
export type Retention = Record<RetentionKind, number | null>

const forever = 'forever'

/** As it is said: `180 days`, `forever`. */
export function keptFor(kind: RetentionKind, count: number | null): string {
  return count === null ? forever : `${count} ${retentionKinds[kind].unit}`
}

/** Whether a kind may be kept for ever: keys of calls may not, because whoever uses one again after years means something else. */
function mayStay(kind: RetentionKind): boolean {
  return kind !== 'keys'
}

const kinds = Object.keys(retentionKinds) as RetentionKind[]

export const retentionSettings = Object.fromEntries(
  kinds.map((kind) => {
    const { setting, about, default: count } = retentionKinds[kind]
    return [setting, { default: String(count ?? forever), about }]
  }),
) as Record<RetentionSetting, { default: string; about: string }>

export const retentionEnvironment = Object.fromEntries(
  kinds.map((kind) => [retentionKinds[kind].setting, schemaOf(kind)]),
) as Record<RetentionSetting, z.ZodType<number | null, string | undefined>>

function schemaOf(kind: RetentionKind): z.ZodType<number | null, string | undefined> {
  return z
    .string()
    .optional()
    .transform((text, checked): number | null => {
      const { default: count } = retentionKinds[kind]
      if (text === undefined) return count
      if (text === forever && mayStay(kind)) return null
      const message = problemOf(kind, text)
      if (message !== null) checked.addIssue(message)
      return Number(text)
    })
}

function problemOf(kind: RetentionKind, text: string): string | null {
  const { unit, min, max } = retentionKinds[kind]
  if (!/^\d{1,9}$/.test(text)) return `must be a whole number of ${unit}${mayStay(kind) ? `, or ${forever}` : ''}`
  if (Number(text) < min) return `must be at least ${min}`
  return Number(text) > max ? `must be at most ${max}` : null
}

export function readRetention(given: Record<RetentionSetting, number | null>): Retention {
  return Object.fromEntries(kinds.map((kind) => [kind, given[retentionKinds[kind].setting]])) as Retention
}

/** What is kept where nothing is set. */
export const defaultRetention = Object.fromEntries(
  kinds.map((kind) => [kind, retentionKinds[kind].default]),
) as Retention
