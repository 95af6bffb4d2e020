import { batchProgress, statusWords } from '../../core/launch/batch/batch-words.ts'
import { currentMessage } from '../../core/launch/batch/batch-view.ts'
import { findBatch } from '../../core/batches/find.ts'
import type { BatchRow } from '../../core/batches/row.ts'
import type { ToolContext } from './tool-context.ts'
import type { Asking } from './tool.ts'

/** As long as clients wait for an answer without asking again themselves. */
export const maxSeconds = 50
const lookAgainMs = 2_000

/** Waits until a batch is over, and says how far it is each time that moves. News wakes it; it looks by itself, too. */
export async function waitForBatch(
  { callDeps: { services } }: ToolContext,
  { caller, signal, onProgress }: Asking,
  id: string,
  seconds: number,
): Promise<void> {
  if (seconds === 0) return
  const until = Date.now() + seconds * 1000
  const gone = signal()
  const news = createNews()
  const stops = [services.eventHub.follow(caller.company.id, news.heard)]
  gone.addEventListener('abort', news.heard)
  stops.push(() => gone.removeEventListener('abort', news.heard))
  try {
    let announced = -1
    for (;;) {
      const batch = await findBatch(services, caller, { id })
      const progress = batchProgress(batch)
      if (progress > announced && onProgress) {
        announced = progress
        const message = await currentMessage(services, { company: caller.company }, batch)
        onProgress({ done: doneOf(batch), total: batch.total_ads, message })
      }
      const left = until - Date.now()
      if (statusWords(batch.state).summaryStatus !== 'in_progress' || left <= 0 || gone.aborted) return
      await news.wait(Math.min(left, lookAgainMs))
    }
  } finally {
    for (const stop of stops) stop()
  }
}

function doneOf({ launched_ads: launched, failed_ads: failed, cancelled_ads: cancelled }: BatchRow): number {
  return launched + failed + cancelled
}

/** Something to wait for: nothing that was heard while nobody waited is missed. */
function createNews() {
  let isNew = false
  let wake: (() => void) | null = null
  return {
    heard: () => {
      isNew = true
      wake?.()
    },
    async wait(ms: number): Promise<void> {
      if (!isNew) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((done) => {
          wake = done
          timer = setTimeout(done, ms)
        })
        clearTimeout(timer)
        wake = null
      }
      isNew = false
    },
  }
}
