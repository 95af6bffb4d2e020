import { PlatformError } from '../../../errors.ts'
import type { AccountRef, PlannedWrite } from '../../contract/manage.ts'
import { momentIn, wallText } from '../map.ts'

/** The type of the campaign ends with a day of the account; which types take a time of day is told nowhere. */
const wholeDaysAlone = 'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY'

const lastSecond = '23:59:59'

/**
 * Ends a campaign at a time. Most types end with a day: they go on to the end of the day in which the time lies, never beyond it,
 * for an end on the day before would take hours away that were asked for. What was set is told. A midnight is the end of the day
 * before it.
 */
export function endingAt(
  endTime: Date,
  { timeZone }: AccountRef,
  writeOf: (endDateTime: string) => PlannedWrite,
  status: string,
): PlannedWrite {
  const day = wallText(new Date(endTime.getTime() - 1), timeZone).slice(0, 10)
  const wholeDay = `${day} ${lastSecond}`
  const exact = wallText(endTime, timeZone)
  const isWhole = exact.endsWith('00:00:00') || exact === wholeDay
  const texts = isWhole ? [wholeDay] : [exact, wholeDay]
  const describeEnd = (text: string) => {
    const end = isWhole ? endTime : (momentIn(text, timeZone) ?? endTime)
    const note = `the campaign ends with a day of its account: it was given ${wholeDay} (${timeZone})`
    return { endTime: end.toISOString(), ...(text === exact || isWhole ? {} : { note }) }
  }
  return {
    ...writeOf(texts[0]!),
    maxRequests: texts.length,
    async send(sendBefore) {
      const { answer, text } = await firstTaken(texts, (each) => writeOf(each).send(sendBefore))
      return { status, ...answer, ...describeEnd(text) }
    },
    async validate() {
      await firstTaken(texts, async (each) => writeOf(each).validate?.())
    },
  }
}

/** A refusal changed nothing, so the next may be tried. */
async function firstTaken<T>(
  texts: string[],
  send: (text: string) => Promise<T>,
): Promise<{ answer: T; text: string }> {
  const [text, ...others] = texts
  try {
    return { answer: await send(text!), text: text! }
  } catch (error) {
    const isTooFine = error instanceof PlatformError && error.failure.code === wholeDaysAlone
    if (!isTooFine || others.length === 0) throw error
    return firstTaken(others, send)
  }
}
