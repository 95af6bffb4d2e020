import { useEffect, useSyncExternalStore } from 'react'
import { flightdeck } from './client/flightdeck.ts'
import { root } from './client/root.ts'

/** Nobody asks for what is only scrolled past. */
const waitMs = 120
const maxAtOnce = 100

/** Addresses of pictures, by ad; null: there is none. They are ours: no other host learns who looks. */
const known = new Map<string, string | null>()
const wanted = new Map<string, Set<string>>()
const listeners = new Set<() => void>()
let waiting: ReturnType<typeof setTimeout> | undefined

const keyOf = (accountId: string, adId: string) => `${accountId} ${adId}`

function watch(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Under which address the picture of an ad is shown; undefined: that is not known yet. */
export function useAdPicture(accountId: string, adId: string): string | null | undefined {
  const key = keyOf(accountId, adId)
  const address = useSyncExternalStore(watch, () => known.get(key))
  useEffect(() => {
    if (known.has(key)) return
    const asked = setTimeout(() => want(accountId, adId), waitMs)
    return () => clearTimeout(asked)
  }, [key])
  return address
}

function want(accountId: string, adId: string): void {
  const ids = wanted.get(accountId) ?? new Set()
  wanted.set(accountId, ids.add(adId))
  waiting ??= setTimeout(() => void askAll())
}

/** Those of an account in one call. */
async function askAll(): Promise<void> {
  waiting = undefined
  const accounts = [...wanted]
  wanted.clear()
  const asks = accounts.flatMap(([accountId, ids]) => {
    const all = [...ids]
    return Array.from({ length: Math.ceil(all.length / maxAtOnce) }, async (_, part) =>
      ask(accountId, all.slice(part * maxAtOnce, (part + 1) * maxAtOnce)),
    )
  })
  await Promise.all(asks)
}

async function ask(accountId: string, ids: string[]): Promise<void> {
  try {
    const { data } = await flightdeck.listPictures({ accountId, adIds: ids })
    for (const { adId, pictureId } of data)
      known.set(keyOf(accountId, adId), pictureId === null ? null : `${root}/v1/pictures/${pictureId}`)
  } catch {
    // A list without pictures is better than none; who comes back to the page asks again.
    return
  }
  for (const listener of listeners) listener()
}
