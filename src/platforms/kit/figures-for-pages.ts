const keepMs = 60_000
const maxKept = 200

/** Answers what was read with the first page of a list; reads it where that is too long ago, or there was no first page. */
export type FiguresForPages<T> = (list: string, page: { after?: string }, read: () => Promise<T>) => Promise<T>

/**
 * Some platforms tell figures of a whole account only. Those that are read with the first page of a list serve the pages that follow:
 * no page costs the whole account again, and all of them tell of one moment.
 */
export function createFiguresForPages<T>(): FiguresForPages<T> {
  const kept = new Map<string, { until: number; figures: Promise<T> }>()
  return (list, { after }, read) => {
    const found = kept.get(list)
    // Whoever read them may have hung up meanwhile: that is nobody else's failure.
    if (after !== undefined && found && found.until > Date.now()) return found.figures.catch(read)
    const figures = read()
    if (kept.size >= maxKept) kept.clear()
    const entry = { until: Date.now() + keepMs, figures }
    kept.set(list, entry)
    // A failure is not worth keeping; the caller hears of it through the promise itself.
    figures.catch(() => void (kept.get(list) === entry && kept.delete(list)))
    return figures
  }
}
