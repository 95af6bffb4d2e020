/** The first pause is short: whoever calls meanwhile finds nobody. */
const shortestMs = 500
const longestMs = 30_000
/** Who served this long ran well: its end has nothing to do with earlier ones. */
const ranWellMs = 60_000

/** How long to wait before something that ended is started again: longer each time, unless it ran well. */
export function createRestartPause(): { next(servedMs: number): number } {
  let pauseMs = shortestMs
  return {
    next(servedMs) {
      const now = servedMs > ranWellMs ? shortestMs : pauseMs
      pauseMs = Math.min(now * 2, longestMs)
      return now
    },
  }
}
