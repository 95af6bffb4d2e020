import type { Check } from '../check.ts'
import { CannotTry } from '../check.ts'
import type { Reply } from '../http.ts'

const header = ({ headers }: Reply, name: string) => Number(headers.get(name) ?? Number.NaN)
const mostForAWindow = 60

export const limits: Check[] = [
  {
    name: 'every answer says how many requests a window has and how many are left',
    async run(trial) {
      const first = await trial.get('/v1/adaccounts')
      const second = await trial.get('/v1/adaccounts')
      const [max, left, after] = [
        header(first, 'x-ratelimit-limit'),
        header(first, 'x-ratelimit-remaining'),
        header(second, 'x-ratelimit-remaining'),
      ]
      if (!(max > 0)) trial.differs('X-RateLimit-Limit should be a number above 0')
      if (!(left >= 0 && left < max)) trial.differs(`X-RateLimit-Remaining should be below ${max}, is ${left}`)
      if (!(after <= left)) trial.differs(`X-RateLimit-Remaining should not grow from ${left} to ${after} at once`)
    },
  },
  {
    name: 'beyond the window it is 429 with Retry-After',
    async run(trial) {
      const { at } = trial
      const max = header(await trial.get('/v1/adaccounts'), 'x-ratelimit-limit')
      if (max > mostForAWindow) throw new CannotTry(`this installation allows ${max} reads, too many to try`)
      for (let asked = 0; asked <= max; asked++) {
        const reply = await at.ask('/v1/adaccounts', { isPatient: false })
        if (reply.status === 200) continue
        if (reply.status !== 429) trial.differs(`beyond the limit it should answer 429, answers ${reply.status}`)
        if (!(header(reply, 'retry-after') > 0)) trial.differs('429 should say Retry-After, in seconds above 0')
        return
      }
      trial.differs(`${max + 1} requests in a row passed a limit of ${max}`)
    },
  },
]
