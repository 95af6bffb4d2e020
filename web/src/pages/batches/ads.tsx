import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef, useState } from 'react'
import { State } from '../../ui/badge.tsx'
import { shortId } from '../../ui/copy-id.tsx'
import { cx } from '../../ui/classes.ts'
import { Thumbs } from '../../ui/figures/thumbs.tsx'
import { Empty } from '../../ui/page.tsx'
import { AdPanel } from './ad-panel.tsx'
import { waitText } from './batch-words.ts'
import { adFilters } from './live-batch.ts'
import type { AdFilter, AdRow, LiveBatch } from './live-batch.ts'
import { useAccounts } from '../../data/accounts.ts'
import { useAdKeys, useAdRow } from './use-live-batch.ts'
import { platformOf } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'

const filterWords: Record<AdFilter, string> = {
  all: t('All'),
  open: t('On the way'),
  launched: t('Launched'),
  failed: t('Failed'),
  gone: t('Cancelled or removed'),
}

/** The ads of the batch, each with how it stands now, and one of them with all that happened to it. */
export function Ads({ live }: { live: LiveBatch }) {
  const [filter, setFilter] = useState<AdFilter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const keys = useAdKeys(live, filter)
  const shown = chosen ?? keys[0] ?? null
  const choose = useCallback((key: string) => {
    setChosen(key)
    // On a phone it stands below the list.
    requestAnimationFrame(() => document.getElementById('chosen-ad')?.scrollIntoView({ block: 'nearest' }))
  }, [])
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={t('Which ads')} className="flex flex-wrap gap-1">
        {(Object.keys(adFilters) as AdFilter[]).map((name) => (
          <FilterButton key={name} live={live} name={name} pressed={name === filter} onPress={() => setFilter(name)} />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        {keys.length === 0 ? (
          <Empty title={filter === 'all' ? t('This batch has no ads yet.') : t('No ad is like this.')} />
        ) : (
          <AdList live={live} keys={keys} chosen={shown} onChoose={choose} />
        )}
        {shown && <AdPanel key={shown} live={live} adKey={shown} />}
      </div>
    </div>
  )
}

interface FilterProps {
  live: LiveBatch
  name: AdFilter
  pressed: boolean
  onPress: () => void
}

function FilterButton({ live, name, pressed, onPress }: FilterProps) {
  const { length } = useAdKeys(live, name)
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'rounded-md border px-2.5 py-1 text-[13px]',
        pressed ? 'border-accent bg-accent-soft text-accent' : 'bg-surface hover:bg-raised',
      )}
    >
      {filterWords[name]} <span className="tabular-nums">{length}</span>
    </button>
  )
}

interface ListProps {
  live: LiveBatch
  keys: readonly string[]
  chosen: string | null
  onChoose: (key: string) => void
}

const adRowHeight = 48

/** Only the rows in sight are drawn, however many there are. */
function AdList({ live, keys, chosen, onChoose }: ListProps) {
  const place = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: () => place.current,
    estimateSize: () => adRowHeight,
    getItemKey: (at) => keys[at] ?? at,
    overscan: 8,
  })
  return (
    <div
      ref={place}
      tabIndex={0}
      role="region"
      aria-label={t('Ads of the batch')}
      className="max-h-[65vh] overflow-y-auto max-lg:max-h-[40vh] rounded-lg border bg-surface"
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={keys.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ height: adRowHeight, transform: `translateY(${start}px)` }}
          >
            <Row live={live} adKey={keys[index] ?? ''} chosen={keys[index] === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  live: LiveBatch
  adKey: string
  chosen: boolean
  onChoose: (key: string) => void
}

const Row = memo(function Row({ live, adKey, chosen, onChoose }: RowProps) {
  const row = useAdRow(live, adKey)
  return row ? <KnownRow {...{ live, row, chosen, onChoose }} /> : null
})

function KnownRow({ live, row, chosen, onChoose }: Omit<RowProps, 'adKey'> & { row: AdRow }) {
  const { ad } = row
  const account = useAccounts().data?.find(({ id }) => id === ad.adAccountId)?.name
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChoose(row.key)}
      className={cx(
        'grid h-full w-full grid-cols-[1.75rem_2.25rem_minmax(0,1fr)_auto] items-center gap-3 border-b px-3 text-left',
        chosen ? 'bg-accent-soft' : 'hover:bg-raised/60',
      )}
    >
      <span className="text-right text-[13px] text-muted tabular-nums">{ad.index + 1}</span>
      <Thumbs media={mediumOf(live.picture(ad.index))} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{ad.adName}</span>
        <span lang={failureOf(row) ? 'en' : undefined} className="block truncate text-[13px] text-muted">
          {failureOf(row) ?? second(row, account)}
        </span>
      </span>
      <State word={ad.status} />
    </button>
  )
}

const mediumOf = (url: string | null) =>
  url === null ? [] : [{ url, isVideo: /\.(mp4|mov|m4v|webm)([?#]|$)/i.test(url) }]

/** What the platform or the service said of an ad that failed. */
const failureOf = ({ ad }: AdRow) => (ad.status === 'failed' ? ad.error?.message : undefined)

/** What there is to know of an ad at a glance: what holds it up, or else where it goes. */
function second({ ad }: AdRow, account: string | undefined): string {
  const wait = waitText(ad)
  if (wait) return wait
  const { title } = platformOf(ad.platform)
  if (ad.status === 'running' && ad.step) return t('{title} · at the step “{step}”', { title, step: ad.step })
  return [title, account, ad.adSetName ?? shortId(ad.adSetId)].filter(Boolean).join(' · ')
}
