import type { LazyPage } from '../lazy-page.tsx'

/**
 * Fetches pages one by one while the browser has nothing else to do: they are small, and whoever goes to one while the service is away has
 * it then. Where one cannot be had now, the others are left for when they are opened.
 */
export function fetchAhead(pages: readonly LazyPage[]): () => void {
  const over = new AbortController()
  void (async () => {
    for (const page of pages) {
      await untilIdle()
      if (over.signal.aborted) return
      await page.preload()
      if (!page.isHere()) return
    }
  })()
  return () => over.abort()
}

/** Safari has no word for it. */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, 200)
  })
}
