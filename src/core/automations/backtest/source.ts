import { daysKnownAt, entitiesKnownAt, readingsKnownAt } from '../../reports/past/known-at.ts'
import type { Source } from '../evaluate/source.ts'

/** What a check at a moment looked at, for who checks a rule as if it were then. */
export function sourceAt(at: Date): Source {
  const moment = `timestamptz '${at.toISOString()}'`
  return { days: daysKnownAt(moment), entities: entitiesKnownAt(moment), readings: readingsKnownAt(moment) }
}
