import { z } from 'zod'
import { required } from '../../lookup.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { EventDetails } from '../journal/events.ts'
import { eventNames } from './catalogue.ts'
import type { EventData, EventName } from './catalogue.ts'

/** An event as everybody outside gets it: in lists, in streams and in webhooks, always under the same id. */
export const CompanyEvent = z
  .object({
    id: z.string().meta({ description: 'The same wherever and however often it is told.', examples: ['evt_1_42'] }),
    type: z.enum(eventNames).meta({ id: 'EventType', description: 'What happened.' }),
    timestamp: z.string().meta({ description: 'When it happened.', format: 'date-time' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What there is to say about it; docs/events.md lists the fields of every type.' }),
  })
  .meta({ id: 'CompanyEvent' })
export type CompanyEvent = z.output<typeof CompanyEvent>

/** A row of the table, with what its batch and its ad say besides. */
export interface EventRow {
  seq: number
  at: Date
  kind: EventName
  detail: Record<string, unknown>
  batch_id: number | null
  slug: string | null
  ad_index: number | null
  ad_name: string | null
  client_ref: string | null
  ad_set_id: string | null
  platform: string | null
  account_id: string | null
}

export function eventId(company: Pick<CompanyRef, 'id'>, seq: number): string {
  return `evt_${company.id}_${seq}`
}

export function toEvent(company: Pick<CompanyRef, 'id'>, row: EventRow): CompanyEvent {
  return { id: eventId(company, row.seq), type: row.kind, timestamp: row.at.toISOString(), data: dataOf(row) }
}

/** The journal writes down what cannot be known from the batch or the ad; the rest is added here. */
function dataOf(row: EventRow): EventData[EventName] {
  if (row.kind === 'batch.finished') return endOf(row, row.detail as EventDetails['batch.finished'])
  if (row.kind === 'batch.undone') {
    return { ...batchOf(row), ...(row.detail as EventDetails['batch.undone']) }
  }
  if (row.batch_id === null) return row.detail as EventData[EventName]
  return { ...adOf(row), ...row.detail } as EventData[EventName]
}

function batchOf({ batch_id: adBatchId, slug }: EventRow) {
  return { adBatchId: required(adBatchId, 'ad batch id'), adBatchSlug: required(slug, 'slug') }
}

function endOf(
  row: EventRow,
  { state, launched, failed, cancelled }: EventDetails['batch.finished'],
): EventData['batch.finished'] {
  return {
    ...batchOf(row),
    state,
    totalAds: launched + failed + cancelled,
    successfulAds: launched,
    failedCount: failed,
    cancelledCount: cancelled,
  }
}

function adOf(row: EventRow) {
  return {
    adBatchId: required(row.batch_id, 'batch id'),
    index: required(row.ad_index, 'ad index'),
    adName: required(row.ad_name, 'ad name'),
    ...(row.client_ref === null ? {} : { clientRef: row.client_ref }),
    adSetId: required(row.ad_set_id, 'ad set id'),
    platform: required(row.platform, 'platform'),
    adAccountId: required(row.account_id, 'account id'),
  }
}
