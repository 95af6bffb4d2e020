import type { Logger } from 'pino'
import { createHourly } from '../../../async/hourly.ts'
import type { HourlyCount } from '../../../async/hourly.ts'
import type { PacerEars } from '../../../platforms/kit/http/pacer.ts'

interface Account {
  platform: string
  accountId: string
}

/** Hears of every wait for an account's allowance, and of every time that its platform refused a call because there were too many. */
export interface WaitLines {
  of(platform: string): PacerEars
  close(): Promise<void>
}

/** At most one line of each kind for an account in an hour: with how many there were since the line before, and how long. */
export function createWaitLines(log: Logger): WaitLines {
  const line = ({ platform, accountId }: Account, { times, ms }: HourlyCount) => ({
    ...{ platform, accountId: accountId || null, times, ms },
  })
  const throttled = createHourly<Account>((account, count) =>
    log.warn(line(account, count), 'a platform asks for a pause: too many calls'),
  )
  const waits = createHourly<Account>((account, count) =>
    log.info(line(account, count), "calls wait for an account's allowance"),
  )
  return {
    of: (platform) => ({
      waited: (accountId, ms) => waits.note({ platform, accountId }, ms),
      throttled: (accountId, ms) => throttled.note({ platform, accountId }, ms),
    }),
    close: async () => void (await Promise.all([waits.close(), throttled.close()])),
  }
}
