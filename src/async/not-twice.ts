/** A look that has not ended is not waited for any longer: its connection may be dead. */
const giveUpLookMs = 10_000

/** One that hangs holds a connection: not one more of them every second. */
export function notTwice(look: () => Promise<void>): () => void {
  let since: number | null = null
  return () => {
    const now = performance.now()
    if (since !== null && now - since < giveUpLookMs) return
    since = now
    const done = () => {
      if (since === now) since = null
    }
    void look().then(done, done)
  }
}
