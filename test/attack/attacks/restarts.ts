import { askUntil } from '../../support/ask-until.ts'
import type { Attack } from '../attack.ts'

/** So many ends of the process, one after the other. */
const ends = 3

export const restarts: Attack = {
  name: 'restarts',
  about: 'the process ends while others call',
  // In `npm test` it is test/service/supervised.test.ts that does so.
  long: true,
  async run(stage, note) {
    for (let nth = 1; nth <= ends; nth++) {
      const pid = await stage.servicePid()
      process.kill(pid!, 'SIGKILL')
      // Calls in hand end with it; new ones wait for the next process.
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          stage.call('GET', '/v1/user').then(
            ({ status }) => status,
            (error: unknown) => String((error as Error).cause ?? error),
          ),
        ),
      )
      const odd = replies.filter((status) => status !== 200 && status !== 503)
      note(
        `calls after end ${nth} wait for the next process`,
        odd.every((text) => !/REFUSED/.test(String(text))),
        odd,
      )
      // On a busy machine a start takes longer than calls wait: until then they are told so.
      const next = await askUntil(async () => {
        const health = await stage.call('GET', '/v1/health', { key: null }).catch(() => null)
        return health?.status === 200 ? await stage.servicePid() : null
      })
      note(`it is back after end ${nth}`, next !== pid, next)
    }
  },
}
