import { useEffect, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import { connection, useConnectionState } from './data/connection-state.ts'
import { isServiceThere } from './data/reach.ts'
import { Button } from './ui/button.tsx'
import { Loading, Page } from './ui/page.tsx'

/** missing: the service does not answer. old: it does, and no longer has this part: it was updated since the page was opened. */
type State = 'loading' | 'missing' | 'old' | ComponentType

export interface LazyPage {
  (): React.ReactNode
  /** Fetches it ahead; never fails. */
  preload: () => Promise<void>
  isHere: () => boolean
}

/**
 * A part of the dashboard that is fetched when it is first opened. What cannot be fetched is said where it would stand, and tried again
 * when the service is back. The document is never loaded anew by itself: offline that ends in the browser's own error, with everything gone.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let state: State = 'loading'
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  async function fetchIt(): Promise<State> {
    try {
      return await load()
    } catch {
      if (!(await isServiceThere())) return 'missing'
      // It may just have come back.
      return load().catch(() => 'old' as const)
    }
  }

  function preload(): Promise<void> {
    if (typeof state === 'function') return Promise.resolve()
    loading ??= fetchIt().then((next) => {
      loading = null
      state = next
      if (next === 'missing') connection.lost()
      for (const listener of listeners) listener()
    })
    return loading
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function Lazy() {
    const now = useSyncExternalStore(subscribe, () => state)
    const isHere = useConnectionState() !== 'lost'
    useEffect(() => {
      if (now === 'loading' || (now === 'missing' && isHere)) void preload()
    }, [now, isHere])
    if (now === 'loading') return <Loading what="the page" />
    if (now === 'missing') return <Missing />
    if (now === 'old') return <Old />
    const Shown = now
    return <Shown />
  }
  return Object.assign(Lazy, { preload, isHere: () => typeof state === 'function' })
}

function Missing() {
  return (
    <Page title="This page is not here yet">
      <p role="status">
        Flightdeck does not answer. The page opens by itself when it is back; what you opened before can be used
        meanwhile.
      </p>
    </Page>
  )
}

function Old() {
  return (
    <Page
      title="Flightdeck was updated"
      lead="This page belongs to the new one. What you typed is kept in this browser."
    >
      <Button look="main" className="self-start" onClick={() => location.reload()}>
        Load it anew
      </Button>
    </Page>
  )
}
