import { useVirtualizer } from '@tanstack/react-virtual'
import { FileText, Film } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StoredMedia } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import { cx } from '../../ui/classes.ts'
import { webAddress } from '../../ui/web-link.tsx'
import { measuresOf } from './measures.ts'
import { t } from '../../languages/t.ts'

interface GridProps {
  items: StoredMedia[]
  chosen: ReadonlySet<number>
  choose: (id: number, isChosen: boolean) => void
  open: (item: StoredMedia) => void
  /** Asked for when the end comes into sight; null: there is no more. */
  more: (() => void) | null
}

const narrowest = 170
const tileHeight = 216

/** Only the rows in sight are drawn: a library may have thousands of files. */
export function MediaGrid({ items, more, ...tile }: GridProps) {
  const place = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  useLayoutEffect(() => {
    const grid = required(place.current, 'grid of files')
    const watch = new ResizeObserver((entries) => {
      for (const { contentRect } of entries) setColumns(Math.max(2, Math.floor(contentRect.width / narrowest)))
    })
    watch.observe(grid)
    return () => watch.disconnect()
  }, [])
  const rows = Math.ceil(items.length / columns)
  const lines = useVirtualizer({
    count: rows,
    getScrollElement: () => place.current,
    estimateSize: () => tileHeight,
    overscan: 3,
  })
  const shown = lines.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= rows - 1
  useEffect(() => {
    if (isAtEnd) more?.()
  }, [isAtEnd, more])
  return (
    <div ref={place} className="max-h-[calc(100dvh-12rem)] min-h-60 overflow-y-auto">
      <div role="list" aria-label={t('Files')} className="relative" style={{ height: lines.getTotalSize() }}>
        {shown.map(({ index, key, start }) => (
          <div
            key={key}
            role="presentation"
            className="absolute inset-x-0 top-0 grid gap-3 p-0.5 pb-3"
            style={{
              transform: `translateY(${start}px)`,
              height: tileHeight,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(index * columns, (index + 1) * columns).map((item) => (
              <Tile key={item.id} item={item} {...tile} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function Tile({ item, chosen, choose, open }: { item: StoredMedia } & Omit<GridProps, 'items' | 'more'>) {
  const isChosen = chosen.has(item.id)
  return (
    <div
      role="listitem"
      className={cx(
        'relative flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface',
        isChosen && 'border-accent ring-1 ring-accent',
      )}
    >
      <input
        type="checkbox"
        aria-label={t('Choose {name}', { name: item.name })}
        checked={isChosen}
        onChange={(event) => choose(item.id, event.target.checked)}
        className="absolute top-2 left-2 z-1 size-6 accent-(--accent-strong)"
      />
      <button type="button" onClick={() => open(item)} className="flex min-h-0 flex-1 flex-col text-left">
        <Thumbnail item={item} />
        <span className="block w-full px-2 pt-1.5 pb-2">
          <span className="block truncate font-medium" title={item.name}>
            {item.name}
          </span>
          <span className="block truncate text-xs text-muted">{measuresOf(item)}</span>
        </span>
      </button>
    </div>
  )
}

function Thumbnail({ item }: { item: StoredMedia }) {
  const address = webAddress(item.url)
  const Icon = item.type === 'video' ? Film : FileText
  return (
    <span className="flex min-h-0 w-full flex-1 items-center justify-center overflow-hidden bg-raised text-muted">
      {item.type === 'image' && address ? (
        <img src={address} alt="" loading="lazy" className="size-full object-contain" />
      ) : item.type === 'video' && address && item.contentType !== 'video/x-msvideo' ? (
        <video src={address} preload="metadata" muted tabIndex={-1} aria-hidden className="size-full object-contain" />
      ) : (
        <Icon size={36} aria-hidden />
      )}
    </span>
  )
}
