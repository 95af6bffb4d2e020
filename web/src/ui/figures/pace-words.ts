import { moment } from '../words/format.ts'
import { locale } from '../words/locale.ts'

/** When a cap is reached, should spending go on as it does. */
export function paceWords(reachedAt: string): string {
  const at = new Date(reachedAt)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  return isToday ? `Reached at ${time} at today's pace.` : `Reached ${moment(reachedAt)} at this pace.`
}
