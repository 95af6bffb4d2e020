import { setImmediate } from 'node:timers/promises'

interface Waiting<Entry, Answer> {
  entry: Entry
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Makes one call out of many: what is asked for while a call is under way waits and goes with the next one. `run` answers
 * for each entry, in their order, and with an Error for one that failed on its own; when it throws, all of them failed.
 * Packages that gather calls wait for a time or a number, or remember answers; this one waits only for the call before.
 */
export function inGroups<Entry, Answer>(
  run: (entries: Entry[]) => Promise<(Answer | Error)[]>,
): (entry: Entry) => Promise<Answer> {
  let waiting: Waiting<Entry, Answer>[] = []
  let isBusy = false

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        const answers = await run(group.map(({ entry }) => entry))
        for (const [index, { resolve, reject }] of group.entries()) {
          const answer = answers[index] as Answer | Error
          if (answer instanceof Error) reject(answer)
          else resolve(answer)
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
      // What follows from these answers at once goes along with the next.
      await setImmediate()
    }
    isBusy = false
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (isBusy) return
      isBusy = true
      // Whoever comes in the same turn of the event loop goes along.
      void setImmediate().then(work)
    })
}
