import { removeLeftovers } from '../../files/store/clean.ts'
import { sweepLoose } from './loose.ts'

const hourMs = 60 * 60_000

/**
 * Removes what a process that died left behind, now and every hour. Where nobody else can be at work it all goes at
 * once; otherwise only what no upload can still be busy with. Answers how to stop.
 */
export async function keepClean(
  deps: Parameters<typeof sweepLoose>[0],
  dirs: string[],
  alone: boolean,
): Promise<() => void> {
  const clean = async (olderThanMs: number) => {
    for (const dir of dirs) await removeLeftovers(dir, olderThanMs)
    await sweepLoose(deps, olderThanMs)
  }
  await clean(alone ? 0 : hourMs)
  const later = () => {
    clean(hourMs).catch((error: unknown) => deps.log.warn({ err: error }, 'leftovers could not be removed'))
  }
  const timer = setInterval(later, hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
