import { brokenRules } from '../../../errors.ts'
import { lookUp } from '../../../lookup.ts'

/** Each platform has its own words; all of them are understood everywhere. */
const statuses: Record<string, 'ACTIVE' | 'PAUSED'> = {
  ACTIVE: 'ACTIVE',
  ENABLE: 'ACTIVE',
  ENABLED: 'ACTIVE',
  PAUSED: 'PAUSED',
  DISABLE: 'PAUSED',
  DISABLED: 'PAUSED',
}

export function statusMeant(word: string, path: string): 'ACTIVE' | 'PAUSED' {
  const status = lookUp(statuses, word.toUpperCase())
  if (!status) throw brokenRules([{ path, message: 'must be PAUSED or ACTIVE' }])
  return status
}
