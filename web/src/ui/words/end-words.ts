import type { EndedBy } from '../../../../client/src/index.ts'
import { moment } from './format.ts'
import { t } from '../../languages/t.ts'

/** When something ends, and that it is Flightdeck which pauses it where its platform cannot; null: it has no end. */
export function endWords({ endTime, endedBy }: { endTime?: string | null; endedBy?: EndedBy | null }): string | null {
  if (!endTime) return null
  const word = Date.parse(endTime) > Date.now() ? 'ends' : 'ended'
  return endedBy === 'flightdeck'
    ? t('{word} {endTime}, kept by Flightdeck', { word, endTime: moment(endTime) })
    : `${word} ${moment(endTime)}`
}
