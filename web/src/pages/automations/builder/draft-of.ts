import type { Automation } from '../../../../../client/src/index.ts'
import type { Draft } from './draft.ts'

/** What of a kept rule can be changed: the JSON that the API takes. */
export function draftOf({ name, mode, currency, scope, when, then, cases, schedule, protections }: Automation): Draft {
  const own = cases ? { cases } : { when, then }
  return {
    name,
    mode,
    ...(currency === undefined ? {} : { currency }),
    scope,
    ...own,
    schedule,
    protections: { ...protections },
  }
}
