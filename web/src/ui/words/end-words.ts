import type { EndedBy } from '../../../../client/src/index.ts'
import { moment } from './format.ts'
import { t } from '../../languages/t.ts'

/** When something ends, and that it is Flightdeck which pauses it where its platform cannot; null: it has no end. */
export function endWords({ endTime, endedBy }: { endTime?: string | null; endedBy?: EndedBy | null }): string | null {
  if (!endTime) return null
  const isAhead = Date.parse(endTime) > Date.now()
  const at = { endTime: moment(endTime) }
  if (endedBy === 'flightdeck')
    return isAhead ? t('ends {endTime}, kept by Flightdeck', at) : t('ended {endTime}, kept by Flightdeck', at)
  return isAhead ? t('ends {endTime}', at) : t('ended {endTime}', at)
}
