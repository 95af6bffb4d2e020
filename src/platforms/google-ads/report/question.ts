import type { DayRange } from '../../contract/insights.ts'
import { metricFields } from '../fields.ts'
import { isWithin } from '../gaql.ts'
import type { Query } from '../gaql.ts'

/** Figures of these days, by the fields that tell what they are about. */
export interface Question {
  select: string[]
  from: string
  range: DayRange
}

export function queryOf({ select, from, range }: Question): Query {
  return { select: [...select, ...metricFields], from, where: [isWithin('segments.date', range)] }
}
