import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { connection, useConnectionState } from './data/client/connection-state.ts'
import { heard, isServiceNear, isServiceThere } from './data/client/reach.ts'
import { createStore } from './data/client/store.ts'
import { Button } from './ui/button.tsx'
import { Loading, Page } from './ui/page.tsx'
import { t } from './languages/t.ts'

/**
 * missing: the service does not answer. old: it does, and no longer has this part: it was updated since the page was opened. cut: it has
 * it, but was away while the part was fetched.
 */
type State = 'loading' | 'missing' | 'old' | 'cut' | ComponentType

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
  const state = createStore<State>('loading')
  let loading: Promise<void> | null = null

  async function fetchIt(): Promise<State> {
    // Browsers remember a module that could not be fetched, and never ask for it again in the same document: it is not tried in vain.
    if (!(await isServiceNear())) return 'missing'
    try {
      const loaded = await load()
      heard()
      return loaded
    } catch (error) {
      if (!(await isServiceThere())) return 'missing'
      // Some browsers do ask again, and it may just have come back.
      return load().catch(async () => ((await canBeHad(error)) ? 'cut' : 'old'))
    }
  }

  const isHere = () => typeof state.now() === 'function'

  function preload(): Promise<void> {
    if (isHere()) return Promise.resolve()
    loading ??= fetchIt().then((next) => {
      loading = null
      if (next === 'missing') connection.lost()
      state.become(next)
    })
    return loading
  }

  function Lazy() {
    const now = state.use()
    const isConnected = useConnectionState() !== 'lost'
    useEffect(() => {
      if (now === 'loading' || (now === 'missing' && isConnected)) void preload()
    }, [now, isConnected])
    if (now === 'loading') return <Loading what={t('the page')} />
    if (now === 'missing') return <Missing />
    if (now === 'old' || now === 'cut') return <LoadAnew because={now} />
    const Shown = now
    return <Shown />
  }
  return Object.assign(Lazy, { preload, isHere })
}

function Missing() {
  return (
    <Page title={t('This page is not here yet')}>
      <p role="status">
        {t(
          'Flightdeck does not answer. The page opens by itself when it is back; what you opened before can be used meanwhile.',
        )}
      </p>
    </Page>
  )
}

/** Browsers name the file in the error. */
async function canBeHad(error: unknown): Promise<boolean> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
  const reply = address === undefined ? null : await fetch(address, { method: 'HEAD' }).catch(() => null)
  return reply?.ok === true
}

const words = {
  old: {
    title: t('Flightdeck was updated'),
    lead: t('This page belongs to the new one. What you typed is kept in this browser.'),
  },
  cut: {
    title: t('This page came only in part'),
    lead: t(
      'Flightdeck was away for a moment, and the browser does not fetch the rest by itself. What you typed is kept in this browser.',
    ),
  },
}

function LoadAnew({ because }: { because: keyof typeof words }) {
  return (
    <Page {...words[because]}>
      <Button look="main" className="self-start" onClick={() => location.reload()}>
        {t('Load it anew')}
      </Button>
    </Page>
  )
}
