import { moment } from '../words/format.ts'
import { locale } from '../words/locale.ts'
import { t } from '../../languages/t.ts'

/** When a cap is reached, should spending go on as it does. */
export function paceWords(reachedAt: string): string {
  const at = new Date(reachedAt)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  return isToday
    ? t("Reached at {time} at today's pace.", { time })
    : t('Reached {reachedAt} at this pace.', { reachedAt: moment(reachedAt) })
}
